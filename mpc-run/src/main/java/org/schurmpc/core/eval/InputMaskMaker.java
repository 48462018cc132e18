package org.schurmpc.core.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;

/**
 * Makes input masks of clients together with all peers: random bits that nobody knows, kept under
 * MACs, and a delivery of them for one client each. No client is needed for it, so masks can be
 * made ahead as a stock.
 *
 * <p>While a maker is open, it is the only consumer of its store. A failed check of the protocol
 * destroys the store; any other failure burns the rest of the material of the call, so that all
 * parties are at the same position afterwards.
 */
public final class InputMaskMaker implements AutoCloseable {
  private final ConfiguredProtocol protocol;
  private final KeeperUse use;

  /**
   * Creates a maker and acquires the store.
   *
   * @param session established on terms of the same protocol
   * @param store with material of {@link ConfiguredProtocol#inputMasks}; not in use elsewhere
   * @throws org.schurmpc.core.abort.Refused if the protocol keeps no values
   * @throws IllegalArgumentException if the session was agreed on other terms
   */
  public InputMaskMaker(Session session, ConfiguredProtocol protocol, PrepStore store)
      throws MpcException {
    protocol.inputMasks(1, 1);
    this.protocol = protocol;
    this.use = new KeeperUse(session, protocol, store);
  }

  /**
   * Makes input masks, all in the same rounds.
   *
   * @param numbers of their deliveries, equal at all parties, each different from all others
   * @param bits the number of bits of each mask
   * @return after all checks, in the order of the numbers
   * @throws org.schurmpc.core.abort.Exhausted before any I/O if the store does not hold the
   *     material
   * @throws org.schurmpc.core.abort.Disagreement if the parties' numbers or positions differ
   */
  public List<InputMask> make(long[] numbers, int bits) throws MpcException {
    return use.call(
        protocol.inputMasks(numbers.length, bits),
        new TreeMap<>(Map.of("the input masks", digest(numbers, bits))),
        () -> make(use.session(), use.keeper(), numbers, bits));
  }

  private static List<InputMask> make(Session session, ValueKeeper keeper, long[] numbers, int bits)
      throws MpcException {
    List<KeptValues> kept = new ArrayList<>();
    boolean done = false;
    try {
      for (long number : numbers) {
        byte[] id = session.hash("kept input mask").add(number).digest();
        kept.add(keeper.keepRandomBits(bits, id));
      }
      List<Delivery> delivered = keeper.deliver(numbers, kept);
      List<InputMask> masks = new ArrayList<>();
      for (int t = 0; t < numbers.length; t++) {
        masks.add(new InputMask(delivered.get(t), kept.get(t)));
      }
      done = true;
      return masks;
    } finally {
      if (!done) {
        kept.forEach(KeptValues::close);
      }
    }
  }

  private static byte[] digest(long[] numbers, int bits) {
    FieldHash hash = new FieldHash("input masks").add(bits);
    Arrays.stream(numbers).forEach(hash::add);
    return hash.digest();
  }

  /** Wipes secrets and releases the store; session and store stay open. */
  @Override
  public void close() {
    use.close();
  }
}
