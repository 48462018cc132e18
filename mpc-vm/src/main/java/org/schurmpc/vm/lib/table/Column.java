package org.schurmpc.vm.lib.table;

import org.schurmpc.vm.lang.SecretBitVector;

/**
 * A column of a table.
 *
 * @param values 0 where there is none
 * @param isNull where there is no value; null if there is one in each row
 */
record Column(Cells values, SecretBitVector isNull) {
  boolean nullable() {
    return isNull != null;
  }
}
