package org.schurmpc.core.run;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.InputMaskMaker;
import org.schurmpc.core.eval.KeptMover;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.disk.KeyName;

/** The making of input masks of clients, ahead of their requests. */
public final class InputMaskStock {
  private InputMaskStock() {}

  /**
   * Input masks, and what moves them to other keys.
   *
   * @param key the name of the key that they are under
   * @param movable the key itself with spares; empty if none were wanted
   */
  public record Made(List<InputMask> masks, KeyName key, Optional<MovableKey> movable)
      implements AutoCloseable {
    public Made {
      masks = List.copyOf(masks);
    }

    /** Wipes all of it. */
    @Override
    public void close() {
      masks.forEach(InputMask::close);
      movable.ifPresent(MovableKey::close);
    }
  }

  /**
   * Returns the making of masks as work. The masks are kept under the MAC keys of the run's
   * material, and are usable in evaluations under the same keys.
   *
   * @param numbers of the deliveries, equal at all parties, each different from all others
   * @param bits the number of bits of each mask
   * @param spares how many spares of the key to set aside; 0 for a protocol that moves no values
   * @param belowFloor as in {@link RunPlan}
   * @throws Refused if the protocol keeps no values
   */
  public static Work<Made> work(
      ConfiguredProtocol protocol, long[] numbers, int bits, int spares, boolean belowFloor)
      throws Refused {
    long[] all = numbers.clone();
    Demand masks = protocol.inputMasks(all.length, bits);
    Demand unit = spares == 0 ? masks : masks.and(protocol.spares(spares));
    FieldHash hash = new FieldHash("numbers of input masks");
    Arrays.stream(all).forEach(hash::add);
    RunTerms terms =
        new RunTerms()
            .with("input masks", all.length + " of " + bits + " bits")
            .with("spares", Integer.toString(spares))
            .with("deliveries", HexFormat.of().formatHex(hash.digest()));
    RunPlan plan =
        new RunPlan(terms.terms(), List.of(new RunPlan.Part("", protocol, unit)), belowFloor);
    return Work.of(
        plan,
        run -> {
          PassMaterial material = run.material(0);
          PrepStore store = protocol.keepsKey() ? material.reserve(unit) : material.next(unit);
          Optional<MovableKey> movable = Optional.empty();
          if (spares > 0) {
            try (KeptMover mover = new KeptMover(run.session(), protocol, store)) {
              movable = Optional.of(mover.keepKey(spares));
            }
          }
          boolean done = false;
          try (InputMaskMaker maker = new InputMaskMaker(run.session(), protocol, store)) {
            Made made = new Made(maker.make(all, bits), KeptKeys.nameOf(store), movable);
            done = true;
            return made;
          } finally {
            if (!done) {
              movable.ifPresent(MovableKey::close);
            }
          }
        });
  }
}
