package org.schurmpc.tinyot;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.material.TinyOtDealer;
import org.schurmpc.tinyot.online.ArrayLimits;
import org.schurmpc.tinyot.online.TinyOtEvaluator;
import org.schurmpc.tinyot.prep.OtPreprocessing;
import org.schurmpc.tinyot.prep.TinyOtPreprocessor;

/** TinyOT with fixed security level and lanes. */
final class TinyOt implements ConfiguredProtocol {
  private static final int PARTIES = 2;

  private final SecurityLevel level;
  private final LaneLayout layout;
  private final OtPreprocessing preprocessing;
  private final Supplier<Kernels> kernels;

  /**
   * Creates the protocol.
   *
   * @param kernels makes kernels for one thread
   */
  TinyOt(
      SecurityLevel level,
      LaneLayout layout,
      OtPreprocessing preprocessing,
      Supplier<Kernels> kernels) {
    this.level = level;
    this.layout = layout;
    this.preprocessing = preprocessing;
    this.kernels = kernels;
  }

  @Override
  public String protocol() {
    return Material.PROTOCOL;
  }

  @Override
  public int lanes() {
    return layout.lanes();
  }

  @Override
  public ConfiguredProtocol ofLanes(int lanes) {
    return new TinyOt(level, new LaneLayout(lanes), preprocessing, kernels);
  }

  @Override
  public int sigma() {
    return level.sigma();
  }

  @Override
  public boolean activelySecure() {
    return true;
  }

  @Override
  public SortedMap<String, String> terms() {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("MACs", level.macBits() + " bits");
    terms.put("MAC check", "sums of lanes");
    return terms;
  }

  @Override
  public SortedMap<String, String> preparationTerms() {
    return preprocessing.cots().terms();
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    requireTwoParties(io);
    ConfiguredProtocol.requireNoLookups(protocol(), circuit);
    ArrayLimits limits = new ArrayLimits(layout, level.macWords());
    limits.requireSlots(circuit.slotCount());
    limits.requireOutputs(circuit.outputSlots().length);
    Material material = level.material();
    Demand.Builder demand = Demand.of(level.storeName());
    for (int d = 0; d < circuit.depth(); d++) {
      int gates = circuit.multiply(d).size();
      limits.requireAndGates(gates);
      demand.add(material.andTriples(), layout.words(gates));
    }
    int[] sizes = circuit.circuit().inputSizes();
    for (int party = 0; party < PARTIES; party++) {
      long wires = 0;
      for (int i = 0; i < sizes.length; i++) {
        wires += io.inputs().get(i).contributes(party) ? sizes[i] : 0;
      }
      limits.requireInputs(wires);
      demand.add(material.inputMask(party), layout.words(wires));
      demand.add(material.inputMask(party), masks((long) io.deliveriesOfALane() * layout.lanes()));
    }
    return demand.build();
  }

  private static long masks(long deliveries) {
    return Math.multiplyExact(deliveries, TinyOtEvaluator.masksOfADelivery());
  }

  @Override
  public boolean keepsValues() {
    return true;
  }

  @Override
  public Demand inputMasks(int deliveries, int bits) {
    Material material = level.material();
    Demand.Builder demand = Demand.of(level.storeName());
    demand.add(material.randomBits(), Math.multiplyExact(deliveries, items(bits)));
    for (int party = 0; party < PARTIES; party++) {
      demand.add(material.inputMask(party), masks(deliveries));
    }
    return demand.build();
  }

  @Override
  public boolean movesValues() {
    return true;
  }

  @Override
  public Demand spares(int spares) {
    return ofEachParty(Math.multiplyExact((long) spares, TinyOtEvaluator.masksOfASpare()));
  }

  @Override
  public Demand moves(List<Integer> counts) {
    long bits = counts.stream().mapToLong(count -> items(count)).sum();
    return ofEachParty(bits + TinyOtEvaluator.masksOfASpare());
  }

  private Demand ofEachParty(long masks) {
    Demand.Builder demand = Demand.of(level.storeName());
    for (int party = 0; party < PARTIES; party++) {
      demand.add(level.material().inputMask(party), masks);
    }
    return demand.build();
  }

  private static void requireTwoParties(IoMap io) throws Refused {
    boolean two =
        io.inputs().stream()
                .allMatch(s -> !(s instanceof InputSource.Private p) || p.party() < PARTIES)
            && io.outputs().stream()
                .allMatch(t -> !(t instanceof OutputTarget.Only o) || o.party() < PARTIES);
    if (!two) {
      throw new Refused("TinyOT is for two parties");
    }
  }

  /** Rounds up to whole items of triples, whatever the number of lanes. */
  @Override
  public Demand multiplications(long count) {
    return Demand.of(level.storeName()).add(level.material().andTriples(), items(count)).build();
  }

  @Override
  public Demand stock(SortedMap<String, Long> amounts) throws Refused {
    Material material = level.material();
    Map<String, MaterialKind> kinds = new LinkedHashMap<>();
    kinds.put("and", material.andTriples());
    kinds.put("input1", material.inputMask(0));
    kinds.put("input2", material.inputMask(1));
    kinds.put("random", material.randomBits());
    for (String name : amounts.keySet()) {
      if (!kinds.containsKey(name)) {
        throw new Refused(
            "tinyot has material for %s, not for '%s'"
                .formatted(String.join(", ", kinds.keySet()), name));
      }
    }
    Demand.Builder demand = Demand.of(level.storeName());
    kinds.forEach((name, kind) -> demand.add(kind, items(amounts.getOrDefault(name, 0L))));
    return demand.build();
  }

  private static long items(long bits) {
    return bits / Material.BITS + (bits % Material.BITS == 0 ? 0 : 1);
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new TinyOtDealer(level, random, kernels.get());
  }

  @Override
  public boolean preprocesses() {
    return true;
  }

  @Override
  public Preprocessor preprocessor(Session session) throws MpcException {
    return TinyOtPreprocessor.begin(session, preprocessing, kernels);
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) {
    return new TinyOtEvaluator(
        session, store, level.storeName(), layout, level.material(), kernels.get());
  }
}
