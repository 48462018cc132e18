package org.schurmpc.core.run;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.InputMaskMaker;
import org.schurmpc.core.eval.RunTerms;

/** The making of input masks of clients, ahead of their requests. */
public final class InputMaskStock {
  private InputMaskStock() {}

  /**
   * Returns the making of masks as work. The masks are kept under the MAC keys of the run's
   * material, and are usable in evaluations under the same keys.
   *
   * @param numbers of the deliveries, equal at all parties, each different from all others
   * @param bits the number of bits of each mask
   * @param belowFloor as in {@link RunPlan}
   * @throws Refused if the protocol keeps no values
   */
  public static Work<List<InputMask>> work(
      ConfiguredProtocol protocol, long[] numbers, int bits, boolean belowFloor) throws Refused {
    long[] all = numbers.clone();
    var unit = protocol.inputMasks(all.length, bits);
    FieldHash hash = new FieldHash("numbers of input masks");
    Arrays.stream(all).forEach(hash::add);
    RunTerms terms =
        new RunTerms()
            .with("input masks", all.length + " of " + bits + " bits")
            .with("deliveries", HexFormat.of().formatHex(hash.digest()));
    RunPlan plan =
        new RunPlan(terms.terms(), List.of(new RunPlan.Part("", protocol, unit)), belowFloor);
    return Work.of(
        plan,
        run -> {
          var store = run.material(0).next(unit);
          try (var maker = new InputMaskMaker(run.session(), protocol, store)) {
            return maker.make(all, bits);
          }
        });
  }
}
