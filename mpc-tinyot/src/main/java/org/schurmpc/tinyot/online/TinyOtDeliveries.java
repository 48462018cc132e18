package org.schurmpc.tinyot.online;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.agree.CommittedBroadcast;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.deliver.Coefficients;
import org.schurmpc.core.deliver.Deliveries;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.deliver.DeliveryDomain;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * Deliveries of bits. Party j tells the client its shares y_i and masks z_a, which are {@value
 * Material#BITS} authenticated bits of its own each, read as elements of GF(2^64). The parties fix
 * this, toss coefficients, and j opens to its peer
 *
 * <pre>
 * Y_a = Σ ρ_ai y_i + z_a
 * </pre>
 *
 * <p>for each combination a. The MAC of Y_a is the same combination of MACs, which is linear in the
 * peer's Δ over GF(2^64), for each word of a MAC. Each mask is used once, so Y_a shows nothing; the
 * comparison of MACs proves it. Costs 32 + 32 + 64 + 8 c bytes each way for one delivery, 32 + 8 c
 * for each further one, and four rounds with the comparison.
 */
final class TinyOtDeliveries {
  private static final DeliveryDomain DOMAIN = DeliveryDomain.bits();
  private static final int PARTIES = 2;

  private final Session session;
  private final Material material;
  private final BitMacs macs;
  private final BitMacKernels kernels;
  private final CommittedBroadcast broadcasts;
  private final Field field = DOMAIN.field();
  private final int combinations = DOMAIN.combinations();
  private final Leases own;
  private final Leases theirs;

  TinyOtDeliveries(
      Session session, PrepStore store, Material material, BitMacs macs, BitMacKernels kernels) {
    this.session = session;
    this.material = material;
    this.macs = macs;
    this.kernels = kernels;
    this.broadcasts = new CommittedBroadcast(session, new BroadcastCheck(session));
    this.own = new Leases(store, material.inputMask(session.party()));
    this.theirs = new Leases(store, material.inputMask(session.peer()));
  }

  /** Returns the number of input masks of each party that a delivery takes. */
  static int masks() {
    return DOMAIN.combinations();
  }

  List<Delivery> deliver(long[] numbers, List<AuthenticatedBits> values) throws MpcException {
    List<byte[]> told = new ArrayList<>();
    Deliveries.Fixed fixed = null;
    boolean done = false;
    try {
      mask(values.size());
      for (int t = 0; t < values.size(); t++) {
        told.add(tell(values.get(t), t));
      }
      fixed = Deliveries.fix(session, broadcasts, numbers, told);
      long[][] sums = open(fixed, values);
      macs.check();
      List<Delivery> deliveries = deliveries(fixed, values, sums, told);
      done = true;
      return deliveries;
    } finally {
      own.release();
      theirs.release();
      if (!done) {
        told.forEach(Secrets::wipe);
        if (fixed != null) {
          fixed.wipe();
        }
      }
    }
  }

  /** Leases masks of both parties, for each delivery in turn; they are never put back. */
  private void mask(int deliveries) throws MpcException {
    int items = Math.multiplyExact(deliveries, combinations);
    own.lease(items);
    theirs.lease(items);
  }

  private long ownMask(int t, int a) {
    int item = t * combinations + a;
    return own.data(item)[own.offset(item)];
  }

  /** Returns what this party tells the client. */
  private byte[] tell(AuthenticatedBits bits, int t) {
    int bytes = (bits.count() + 7) / 8;
    byte[] told = new byte[DOMAIN.ownBytes(bits.count())];
    for (int i = 0; i < bytes; i++) {
      told[i] = (byte) (bits.shares(i / Long.BYTES) >>> (Byte.SIZE * (i % Long.BYTES)));
    }
    ByteBuffer masks = ByteBuffer.wrap(told, bytes, combinations * Long.BYTES);
    for (int a = 0; a < combinations; a++) {
      masks.putLong(ownMask(t, a));
    }
    return told;
  }

  /**
   * Opens the combinations of all deliveries to the peer, and logs their MACs.
   *
   * @return the combinations by party
   */
  private long[][] open(Deliveries.Fixed fixed, List<AuthenticatedBits> values)
      throws MpcException {
    BitCombinations sums = new BitCombinations(material, kernels, values.size() * combinations);
    try {
      for (int t = 0; t < values.size(); t++) {
        Coefficients coefficients = fixed.coefficients(t, field);
        for (int a = 0; a < combinations; a++) {
          int sum = t * combinations + a;
          combine(coefficients, values.get(t), sums, sum);
          sums.addOwnMask(sum, own.data(sum), own.offset(sum));
          sums.addPeersMask(sum, theirs.data(sum), theirs.offset(sum));
        }
      }
      long[] received = sums.exchange(session);
      sums.log(macs, received);
      long[][] opened = new long[PARTIES][];
      opened[session.party()] = sums.mine();
      opened[session.peer()] = received;
      return opened;
    } finally {
      sums.wipe();
    }
  }

  private static void combine(
      Coefficients coefficients, AuthenticatedBits bits, BitCombinations sums, int sum) {
    long[] rho = new long[Material.BITS];
    for (int item = 0; item < bits.items(); item++) {
      coefficients.next(rho, 0, bits.used(item));
      sums.add(sum, rho, bits, item);
    }
  }

  private List<Delivery> deliveries(
      Deliveries.Fixed fixed, List<AuthenticatedBits> values, long[][] sums, List<byte[]> told) {
    List<Delivery> all = new ArrayList<>();
    for (int t = 0; t < values.size(); t++) {
      ByteBuffer of = ByteBuffer.allocate(DOMAIN.sumsBytes(PARTIES));
      for (long[] each : sums) {
        for (int a = 0; a < combinations; a++) {
          of.putLong(each[t * combinations + a]);
        }
      }
      all.add(fixed.delivery(t, DOMAIN, values.get(t).count(), of.array(), told.get(t)));
    }
    return all;
  }
}
