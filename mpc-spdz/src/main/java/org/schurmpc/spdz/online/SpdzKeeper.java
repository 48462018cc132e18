package org.schurmpc.spdz.online;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.ValueKeeper;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;

/**
 * One party's side of kept bits over any field, without a circuit or program: input masks of
 * clients, and their deliveries.
 *
 * <p>Two or more parties, all but one of them actively corrupted. Security with abort, error 2/|F|
 * for each check.
 */
public final class SpdzKeeper implements ValueKeeper {
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final OwnedValues masks;
  private final KeptBits kept;

  /**
   * Creates a keeper.
   *
   * @param store holds this party's share of α, random bits and input masks
   */
  public SpdzKeeper(Session session, PrepStore store, Material material, OpeningMode mode) {
    long[] key = Arrays.copyOf(store.keys(material.storeName()), material.field().limbs());
    this.macs = new GlobalMacCheck(session, material.field(), key, new BroadcastCheck(session));
    Secrets.wipe(key);
    this.opening = new Opening(session, material.field(), macs, mode);
    this.masks = OwnedValues.masks(store, material, session.parties());
    this.kept =
        new KeptBits(
            store,
            material,
            new ElementDeliveries(session, material.field(), macs, opening, masks));
  }

  @Override
  public void requireUsable(KeptValues values) throws Refused {
    kept.requireUsable(values);
  }

  @Override
  public KeptValues keepRandomBits(int count, byte[] id) throws MpcException {
    return kept.keepRandomBits(count, id);
  }

  @Override
  public List<Delivery> deliver(long[] numbers, List<KeptValues> values) throws MpcException {
    return kept.deliver(numbers, values);
  }

  @Override
  public void close() {
    macs.wipe();
    opening.wipe();
    masks.release();
    kept.wipe();
  }
}
