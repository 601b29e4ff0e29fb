/**
 * Rows a user may touch: own rows by `owner` (and `also`), or those whose `through` reference (and `also`) is visible. Beyond them
 * those of the users that the role sees ('role scope'; 'own and role scope': and their own). `lists`: and what a calling list opens.
 * `unset`: whose a row without such a record is, everyone's ('shown') or a user's. `office`: a role without leads sees all (D-001).
 * `visibility`: what one wrote, and what its author shows the team or the tenant, if the record that `about` names is visible.
 */
export type RowScope<F extends string> =
  | {
      readonly owner: F | 'created_by';
      readonly also?: readonly (F | 'created_by')[];
      readonly beyond: 'role 1' | 'role scope' | 'own and role scope' | 'nobody';
      readonly lists?: true;
    }
  | {
      readonly through: F;
      readonly also?: readonly F[];
      readonly unset?: 'shown' | F;
      readonly office?: true;
    }
  | { readonly visibility: F; readonly about: F };
