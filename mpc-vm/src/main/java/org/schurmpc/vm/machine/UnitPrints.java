package org.schurmpc.vm.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * What the units of a step print, each in a list of its own. Shown when all have ended, in the
 * order of the units, as if they had run one after the other.
 */
final class UnitPrints {
  private final List<List<String>> lines = new ArrayList<>();
  private final boolean[] ended;

  UnitPrints(int units) {
    this.ended = new boolean[units];
    for (int unit = 0; unit < units; unit++) {
      lines.add(new ArrayList<>());
    }
  }

  Printer of(int unit) {
    return lines.get(unit)::add;
  }

  /** Notes that a unit came to its end. */
  void end(int unit) {
    ended[unit] = true;
  }

  /** Shows all lines, up to those of the first unit that did not come to its end. */
  void show(Printer printer) {
    for (int unit = 0; unit < ended.length; unit++) {
      lines.get(unit).forEach(printer::line);
      if (!ended[unit]) {
        return;
      }
    }
  }
}
