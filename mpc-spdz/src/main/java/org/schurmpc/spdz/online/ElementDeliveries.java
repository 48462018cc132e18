package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.deliver.Coefficients;
import org.schurmpc.core.deliver.Deliveries;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.deliver.DeliveryDomain;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * Deliveries of elements. Each party tells the client its shares of the elements y_i and of masks
 * z_a, which are sums of an input mask of each party, so that nobody knows them. The parties fix
 * this, toss coefficients, and open
 *
 * <pre>
 * ⟨Y_a⟩ = Σ ρ_ai ⟨y_i⟩ + ⟨z_a⟩
 * </pre>
 *
 * <p>for each combination a, among themselves and under their MACs. Each mask is used once, so Y_a
 * shows nothing, and may be opened before it is checked. For all deliveries of a call together two
 * rounds, an opening, and a check of everything that was opened.
 */
final class ElementDeliveries {
  private static final int BLOCK = 512;

  private final Session session;
  private final Field field;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final OwnedValues masks;

  ElementDeliveries(
      Session session, Field field, GlobalMacCheck macs, Opening opening, OwnedValues masks) {
    this.session = session;
    this.field = field;
    this.macs = macs;
    this.opening = opening;
    this.masks = masks;
  }

  /**
   * Delivers elements, and performs all deferred checks.
   *
   * @param domain of this field
   * @param values at least one element of each delivery; not changed
   */
  List<Delivery> deliver(DeliveryDomain domain, long[] numbers, List<Shares> values)
      throws MpcException {
    int combinations = domain.combinations();
    int n = Math.multiplyExact(values.size(), combinations);
    Shares z = new Shares(field, n);
    List<byte[]> told = new ArrayList<>();
    Deliveries.Fixed fixed = null;
    boolean done = false;
    try {
      mask(z);
      for (int t = 0; t < values.size(); t++) {
        told.add(tell(domain, values.get(t), z, t * combinations));
      }
      fixed = Deliveries.fix(session, macs.committed(), numbers, told);
      byte[] sums = open(fixed, combinations, values, z);
      macs.check();
      List<Delivery> deliveries = new ArrayList<>();
      int length = combinations * field.bytes();
      for (int t = 0; t < values.size(); t++) {
        byte[] of = Arrays.copyOfRange(sums, t * length, (t + 1) * length);
        deliveries.add(fixed.delivery(t, domain, values.get(t).count(), of, told.get(t)));
      }
      done = true;
      return deliveries;
    } finally {
      z.wipe();
      masks.release();
      if (!done) {
        told.forEach(Secrets::wipe);
        if (fixed != null) {
          fixed.wipe();
        }
      }
    }
  }

  /** Adds up an input mask of each party for each mask; they are never put back. */
  private void mask(Shares z) throws MpcException {
    int n = z.count();
    Shares one = new Shares(field, n);
    try {
      for (int party = 0; party < session.parties(); party++) {
        masks.of(party).lease(n);
        masks.of(party).copy(0, n, 0, one, 0);
        field.add(z.values(), 0, one.values(), 0, z.values(), 0, n);
        field.add(z.macs(), 0, one.macs(), 0, z.macs(), 0, n);
      }
    } finally {
      one.wipe();
    }
  }

  /** Returns what this party tells the client: shares, and no MAC. */
  private byte[] tell(DeliveryDomain domain, Shares y, Shares z, int firstMask) {
    int m = y.count();
    byte[] told = new byte[domain.ownBytes(m)];
    field.toBytes(y.values(), 0, told, 0, m);
    int masksAt = m * field.bytes();
    field.toBytes(z.values(), z.at(firstMask), told, masksAt, domain.combinations());
    return told;
  }

  /** Opens the combinations of all deliveries, and returns them as bytes. */
  private byte[] open(Deliveries.Fixed fixed, int combinations, List<Shares> values, Shares z)
      throws MpcException {
    int n = z.count();
    opening.begin(n);
    System.arraycopy(z.values(), 0, opening.values(), opening.at(0), z.at(n));
    System.arraycopy(z.macs(), 0, opening.macs(), opening.at(0), z.at(n));
    for (int t = 0; t < values.size(); t++) {
      Coefficients coefficients = fixed.coefficients(t, field);
      for (int a = 0; a < combinations; a++) {
        combine(coefficients, values.get(t), opening.at(t * combinations + a));
      }
    }
    opening.openWritten();
    byte[] sums = new byte[n * field.bytes()];
    field.toBytes(opening.values(), opening.at(0), sums, 0, n);
    return sums;
  }

  /** Adds Σ ρ_i y_i to an element that is being opened. */
  private void combine(Coefficients coefficients, Shares y, int at) {
    long[] rho = new long[BLOCK * field.limbs()];
    long[] sum = new long[field.limbs()];
    for (int first = 0; first < y.count(); first += BLOCK) {
      int n = Math.min(BLOCK, y.count() - first);
      coefficients.next(rho, 0, n);
      field.innerProduct(y.values(), y.at(first), rho, 0, sum, 0, n);
      field.add(opening.values(), at, sum, 0, opening.values(), at, 1);
      field.innerProduct(y.macs(), y.at(first), rho, 0, sum, 0, n);
      field.add(opening.macs(), at, sum, 0, opening.macs(), at, 1);
    }
    Secrets.wipe(sum);
  }
}
