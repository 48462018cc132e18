package org.schurmpc.circuits.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.LookupTable;

/**
 * The S-boxes of DES as tables.
 *
 * <p>Each table lists its four rows of FIPS 46-3, a hexadecimal digit for each entry. The first and
 * the last of an index's six bits give the row, the four bits between them the column.
 */
final class DesTables {
  private static final List<String> ROWS =
      List.of(
          "e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d",
          "f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9",
          "a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c",
          "7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e",
          "2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453",
          "c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d",
          "4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c",
          "d2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b");

  private DesTables() {}

  /** Returns S1 to S8, each from 6 bits to 4. */
  static List<LookupTable> all() {
    List<LookupTable> all = new ArrayList<>();
    for (String box : ROWS) {
      String[] rows = box.split(" ", -1);
      int[] entries = new int[64];
      for (int index = 0; index < 64; index++) {
        int row = index >> 5 << 1 | (index & 1);
        entries[index] = Character.digit(rows[row].charAt(index >> 1 & 15), 16);
      }
      all.add(new LookupTable(6, 4, entries));
    }
    return all;
  }
}
