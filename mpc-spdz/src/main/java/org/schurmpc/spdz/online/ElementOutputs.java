package org.schurmpc.spdz.online;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * Outputs of elements, all in one opening to everybody. Values for one party alone are masked by an
 * r known to this party. All earlier openings are checked before the first share is sent, and the
 * outputs' own MACs before anything is returned.
 */
final class ElementOutputs {
  private final Session session;
  private final Field field;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final OwnedValues masks;

  ElementOutputs(
      Session session, Field field, GlobalMacCheck macs, Opening opening, OwnedValues masks) {
    this.session = session;
    this.field = field;
    this.macs = macs;
    this.opening = opening;
    this.masks = masks;
  }

  void output(List<OutputValues> outputs) throws MpcException {
    int n = 0;
    for (OutputValues each : outputs) {
      n = Math.addExact(n, each.n());
    }
    long[] clear = new long[n * field.limbs()];
    macs.check();
    try {
      opening.begin(n);
      int first = 0;
      for (OutputValues each : outputs) {
        write(each, first, clear);
        first += each.n();
      }
      opening.openWritten();
      field.subtract(opening.values(), opening.at(0), clear, 0, clear, 0, n);
      macs.check();
      first = 0;
      for (OutputValues each : outputs) {
        if (each.reaches(session.party())) {
          int longs = each.n() * field.limbs();
          System.arraycopy(clear, first * field.limbs(), each.to(), each.toAt(), longs);
        }
        first += each.n();
      }
    } finally {
      Secrets.wipe(clear);
      masks.release();
    }
  }

  /**
   * Writes the values to open for an output: z, or z + r.
   *
   * @param clear receives r if this party knows r
   */
  private void write(OutputValues output, int first, long[] clear) throws MpcException {
    int n = output.n();
    int at = opening.at(first);
    Shares from = output.from();
    int source = from.at(output.at());
    System.arraycopy(from.values(), source, opening.values(), at, from.at(n));
    System.arraycopy(from.macs(), source, opening.macs(), at, from.at(n));
    if (output.receiver() == OutputValues.ALL) {
      return;
    }
    LeasedValues owners = masks.of(output.receiver());
    Shares mask = new Shares(field, n);
    try {
      owners.lease(n);
      owners.copy(0, n, 0, mask, 0);
      field.add(opening.values(), at, mask.values(), 0, opening.values(), at, n);
      field.add(opening.macs(), at, mask.macs(), 0, opening.macs(), at, n);
      if (output.receiver() == session.party()) {
        owners.copyClear(0, n, clear, first * field.limbs());
      }
    } finally {
      mask.wipe();
    }
  }
}
