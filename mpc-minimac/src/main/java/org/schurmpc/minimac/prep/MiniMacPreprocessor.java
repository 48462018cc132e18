package org.schurmpc.minimac.prep;

import java.util.Map;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.word.CheckedWords;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.tinyot.prep.BlockStock;

/**
 * The preprocessing of MiniMac and MiniTrix on packed bits at one of two parties, without a dealer:
 * authenticated words by VOLE, the products of whose data are TinyOT's triples. Triples may come
 * from several threads, words from one. Malicious security with abort.
 *
 * <p>Nothing reaches the sink before all checks of its batch have passed. After any exception the
 * preprocessor and the session are unusable. After a failed check so is the store, which its owner
 * must burn.
 */
public final class MiniMacPreprocessor implements Preprocessor {
  private final Material material;
  private final BlockStock stock;
  private final WordKeys keys;
  private final CheckedWords words;
  private final GateItems gates;
  private final WordItems others;
  private final long[] alpha = new long[Codeword.LONGS];
  private boolean keysGiven;
  private boolean closed;

  private MiniMacPreprocessor(
      Session session,
      MaterialParameters parameters,
      WordParameters of,
      BlockStock stock,
      WordKeys keys,
      CheckedWords words,
      Kernels kernels) {
    boolean star = parameters.starWires();
    this.material = parameters.items();
    this.stock = stock;
    this.keys = keys;
    this.words = words;
    this.gates = new GateItems(session.metrics(), material, star, of, stock, words, kernels);
    this.others = new WordItems(material, star, words, kernels);
    keys.alpha(alpha, 0);
  }

  /**
   * Sets up TinyOT's preprocessing, keys of words, and VOLEs.
   *
   * @param session stays open when the preprocessor is closed
   * @param parameters of packed bits, for two parties
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Refused if there is no such preprocessing for the parameters;
   *     before anything is sent
   * @throws org.schurmpc.core.abort.Disagreement if the peer's setting differs
   */
  public static MiniMacPreprocessor begin(
      Session session,
      MaterialParameters parameters,
      OtParameters setting,
      Supplier<Kernels> kernels)
      throws MpcException {
    setting.require(parameters);
    WordParameters of = setting.words(parameters.code());
    BlockStock stock = BlockStock.begin(session, setting.triples(), kernels);
    WordKeys keys = null;
    MiniMacPreprocessor made = null;
    try {
      keys = stock.wordKeys(parameters.code().c().n());
      Kernels own = kernels.get();
      CheckedWords words = CheckedWords.begin(session, keys, of, own);
      made = new MiniMacPreprocessor(session, parameters, of, stock, keys, words, own);
      return made;
    } finally {
      if (made == null) {
        if (keys != null) {
          keys.close();
        }
        stock.close();
      }
    }
  }

  @Override
  public String storeId() {
    return OWN_STORE;
  }

  @Override
  public String description() {
    return origin().text();
  }

  @Override
  public Origin origin() {
    return stock.origin();
  }

  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    if (closed) {
      throw new IllegalStateException("the preprocessing failed before or is closed");
    }
    for (MaterialKind kind : demand.quotas().keySet()) {
      if (!kind.equals(material.and()) && !others.makes(kind)) {
        throw new IllegalArgumentException("a demand for '" + kind.name() + "'");
      }
    }
    boolean done = false;
    try {
      make(demand, sink);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  private void make(Demand demand, MaterialSink sink) throws MpcException {
    if (!keysGiven) {
      sink.keys(demand.protocol(), alpha);
      keysGiven = true;
    }
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      if (quota.getKey().equals(material.and())) {
        gates.make(quota.getValue(), sink);
      } else {
        others.make(quota.getKey(), quota.getValue(), sink);
      }
    }
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    closed = true;
    words.close();
    keys.close();
    gates.wipe();
    stock.close();
    Secrets.wipe(alpha);
  }
}
