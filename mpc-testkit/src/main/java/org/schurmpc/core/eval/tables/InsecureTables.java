package org.schurmpc.core.eval.tables;

import java.security.SecureRandom;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;

/** Masked truth tables for a number of lanes. */
final class InsecureTables implements ConfiguredProtocol {
  private final int lanes;

  InsecureTables(int lanes) {
    this.lanes = lanes;
  }

  /** What material is made for: it fits no other number of lanes. */
  static String materialFor(int lanes) {
    return InsecureTablesProtocol.NAME + ", lanes " + lanes;
  }

  @Override
  public String protocol() {
    return InsecureTablesProtocol.NAME;
  }

  @Override
  public int lanes() {
    return lanes;
  }

  /** None: a peer that deviates is not found out. */
  @Override
  public int sigma() {
    return 0;
  }

  @Override
  public boolean activelySecure() {
    return false;
  }

  /** None beyond the lanes, which are always compared. */
  @Override
  public SortedMap<String, String> terms() {
    return new TreeMap<>();
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    ConfiguredProtocol.requireNoLookups(protocol(), circuit);
    Material material = Material.of(circuit, lanes);
    return Demand.of(materialFor(lanes))
        .add(material.inputMask(), circuit.inputSlots().length)
        .add(material.and(), circuit.andCount())
        .dependsOn(circuit)
        .build();
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new InsecureTablesDealer(lanes, random);
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
    return new InsecureTablesEvaluator(session, store, lanes);
  }
}
