package org.schurmpc.core.eval;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;

/**
 * Moves kept values from the MAC key of used-up material to that of a store, together with all
 * peers, and sets aside what later moves need. Of protocols whose stores have batches with keys of
 * their own.
 *
 * <p>While a mover is open, it is the only consumer of its store. A failed check of the protocol
 * destroys the store, and through the listeners of its verdicts whatever is kept under the old key;
 * any other failure burns the rest of the material of the call.
 */
public final class KeptMover implements AutoCloseable {
  private final ConfiguredProtocol protocol;
  private final KeeperUse use;

  /**
   * Creates a mover and acquires the store.
   *
   * @param session established on terms of the same protocol
   * @param store with the key to which values are moved; not in use elsewhere
   * @throws Refused if the protocol moves no values
   * @throws IllegalArgumentException if the session was agreed on other terms
   */
  public KeptMover(Session session, ConfiguredProtocol protocol, PrepStore store)
      throws MpcException {
    protocol.spares(1);
    this.protocol = protocol;
    this.use = new KeeperUse(session, protocol, store);
  }

  /**
   * Sets aside the key of the store's material, and spares with which values can be moved from it.
   * One round.
   *
   * @param spares equal at all parties, at least one
   * @throws org.schurmpc.core.abort.Exhausted before any I/O if the store does not hold the
   *     material
   */
  public MovableKey keepKey(int spares) throws MpcException {
    byte[] digest = new FieldHash("spares").add(spares).digest();
    byte[] id = use.session().hash("spares").add(use.session().nextNumber("spares")).digest();
    return use.call(
        protocol.spares(spares),
        new TreeMap<>(Map.of("the spares", digest)),
        () -> use.keeper().keepKey(spares, id));
  }

  /** Returns whether values are under the key of the store, so that they need not be moved. */
  public boolean isUsable(KeptValues values) {
    try {
      use.keeper().requireUsable(values);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  /**
   * Moves values to the key of the store; five rounds.
   *
   * @param from as in {@link ValueKeeper#move}
   * @param spare as in {@link ValueKeeper#move}: recorded as used before this call
   * @param values under the key {@code from}, at least one; stay the caller's
   * @return values under the key of the store, in their order, after all checks
   * @throws Refused before any I/O if values are under another key
   * @throws org.schurmpc.core.abort.Exhausted before any I/O if the store does not hold the
   *     material
   * @throws org.schurmpc.core.abort.Disagreement if the parties' values, spares or positions differ
   */
  public List<KeptValues> move(MovableKey from, int spare, List<KeptValues> values)
      throws MpcException {
    FieldHash hash = new FieldHash("values to move").add(from.form()).add(from.id()).add(spare);
    values.forEach(each -> hash.add(each.form()).add(each.id()).add(each.count()));
    byte[] digest = hash.digest();
    long number = use.session().nextNumber("moved values");
    List<byte[]> ids =
        values.stream()
            .map(each -> use.session().hash("moved values").add(number).add(each.id()).digest())
            .toList();
    return use.call(
        protocol.moves(values.stream().map(KeptValues::count).toList()),
        new TreeMap<>(Map.of("the kept values to move", digest)),
        () -> use.keeper().move(from, spare, values, ids));
  }

  /** Wipes secrets and releases the store; session and store stay open. */
  @Override
  public void close() {
    use.close();
  }
}
