package org.schurmpc.garbled.prep;

import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.tinyot.prep.OtPreprocessing;
import org.schurmpc.tinyot.prep.TinyOtPreprocessor;

/**
 * The real preprocessing of authenticated garbling at one party: TinyOT's, with MACs of the level's
 * widths. MACs of the evaluator's bits, which become parts of labels, are under the garbler's whole
 * Δ of 128 bits. Those of the garbler's bits are projected where the level has them shorter, by a
 * matrix that is tossed when both parties' Δ are fixed. Malicious security with abort; all material
 * has passed TinyOT's checks before it is put into the sink.
 *
 * <p>After any exception the preprocessor and the session are unusable. After a failed check so is
 * the store, which its owner must burn.
 */
public final class GarbledPreprocessor implements Preprocessor {
  private final boolean garbles;
  private final GarbledLevel level;
  private final TinyOtPreprocessor bits;

  private GarbledPreprocessor(boolean garbles, GarbledLevel level, TinyOtPreprocessor bits) {
    this.garbles = garbles;
    this.level = level;
    this.bits = bits;
  }

  /**
   * Sets up TinyOT's preprocessing.
   *
   * @param session stays open when the preprocessor is closed
   * @param setting of the level's sigma and widths of MACs
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's setting differs
   */
  public static GarbledPreprocessor begin(
      Session session, GarbledLevel level, OtPreprocessing setting, Supplier<Kernels> kernels)
      throws MpcException {
    if (setting.sigma() != level.sigma() || !setting.widths().equals(level.macWidths())) {
      throw new IllegalArgumentException(setting + " for " + level);
    }
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put(
        "the party that garbles",
        new FieldHash("preprocessing of a garbling").add(level.garbler()).digest());
    PublicValue.requireEqual(session, digests);
    return new GarbledPreprocessor(
        session.party() == level.garbler(),
        level,
        TinyOtPreprocessor.begin(session, setting, kernels));
  }

  @Override
  public String storeId() {
    return OWN_STORE;
  }

  @Override
  public String description() {
    return bits.description();
  }

  @Override
  public Origin origin() {
    return bits.origin();
  }

  /** The kinds of both materials are equal: a demand for one is a demand for the other. */
  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    WideFirst items = new WideFirst(level.material(), garbles, sink);
    try {
      bits.prepare(demand, items);
    } finally {
      items.wipe();
    }
  }

  /** Wipes and closes the further connections; the session stays open. */
  @Override
  public void close() {
    bits.close();
  }
}
