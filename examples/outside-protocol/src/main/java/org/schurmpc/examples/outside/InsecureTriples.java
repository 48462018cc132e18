package org.schurmpc.examples.outside;

import java.security.SecureRandom;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;

/** Configures {@link InsecureTriplesProtocol} for a number of lanes. */
record InsecureTriples(int lanes) implements ConfiguredProtocol {
  /** Number of shares of an item: of a, b and c, where c = ab. */
  static final int PARTS = 3;

  /** Returns the kind of material: one item for each AND gate. */
  static MaterialKind triple(int lanes) {
    return new MaterialKind("triple", PARTS * BitMatrix.wordsFor(lanes));
  }

  /** Returns the name of the material, which is valid for this number of lanes only. */
  static String materialFor(int lanes) {
    return InsecureTriplesProtocol.NAME + ", lanes " + lanes;
  }

  @Override
  public String protocol() {
    return InsecureTriplesProtocol.NAME;
  }

  @Override
  public int sigma() {
    return 0;
  }

  @Override
  public boolean activelySecure() {
    return false;
  }

  @Override
  public SortedMap<String, String> terms() {
    return new TreeMap<>(); // the number of lanes is always compared
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    ConfiguredProtocol.requireNoLookups(protocol(), circuit);
    return Demand.of(materialFor(lanes)).add(triple(lanes), circuit.andCount()).build();
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new InsecureTriplesDealer(lanes, random);
  }

  @Override
  public boolean preprocesses() {
    return false;
  }

  @Override
  public Preprocessor preprocessor(Session session) throws Refused {
    throw new Refused(protocol() + " has a dealer only");
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) {
    return new InsecureTriplesEvaluator(session, store, lanes);
  }
}
