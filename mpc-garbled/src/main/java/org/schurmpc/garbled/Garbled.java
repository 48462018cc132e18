package org.schurmpc.garbled;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
import org.schurmpc.core.net.Link;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.GarbledDealer;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;
import org.schurmpc.garbled.online.GarbledEvaluator;
import org.schurmpc.garbled.online.LayerPlan;
import org.schurmpc.garbled.prep.GarbledPreprocessor;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** Authenticated garbling with fixed security level, garbler and lanes. */
final class Garbled implements ConfiguredProtocol {
  private static final int PARTIES = 2;

  /** Number of gate-lanes of the longest chunk: tables of 3.7 MB with MACs of 64 bits. */
  private static final int CHUNK = 1 << 16;

  /** Maximum number of labels and masks that are alive at once: 64 bytes each at the evaluator. */
  private static final long MOST_ROWS = 1L << 25;

  private final GarbledLevel level;
  private final LaneLayout layout;
  private final OtPreprocessing preprocessing;
  private final int chunk;
  private final Optional<Link> line;
  private final Supplier<Kernels> kernels;

  /**
   * Creates the protocol.
   *
   * @param line the line for which layers are opened; empty to garble all
   * @param kernels makes kernels for one thread
   */
  Garbled(
      GarbledLevel level,
      LaneLayout layout,
      OtPreprocessing preprocessing,
      Optional<Link> line,
      Supplier<Kernels> kernels) {
    this(level, layout, preprocessing, CHUNK, line, kernels);
  }

  /**
   * Creates the protocol with another number of gate-lanes of a chunk, which both parties must
   * share.
   */
  Garbled(
      GarbledLevel level,
      LaneLayout layout,
      OtPreprocessing preprocessing,
      int chunk,
      Optional<Link> line,
      Supplier<Kernels> kernels) {
    this.level = level;
    this.layout = layout;
    this.preprocessing = preprocessing;
    this.chunk = chunk;
    this.line = line;
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
    return new Garbled(level, new LaneLayout(lanes), preprocessing, chunk, line, kernels);
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
    terms.put("MACs", level.widths());
    terms.put("garbler", String.valueOf(level.garbler() + 1));
    terms.put("gates of a chunk, times lanes", String.valueOf(chunk));
    terms.put("line for which layers are opened", line.map(Link::toString).orElse("none"));
    return terms;
  }

  @Override
  public SortedMap<String, String> preparationTerms() {
    return preprocessing.cots().terms();
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    requireKeeps(io);
    requireTwoParties(io);
    ConfiguredProtocol.requireNoLookups(protocol(), circuit);
    requireFits("values at once", circuit.slotCount(), MOST_ROWS);
    requireFits("outputs", circuit.outputSlots().length, MOST_ROWS);
    Material material = level.material();
    Demand.Builder demand = Demand.of(level.storeName());
    LayerPlan plan =
        LayerPlan.of(circuit, lanes(), GarbledEvaluator.tableBytes(level.macWords()), line);
    demand.add(material.andTriples(), plan.triples(layout));
    demand.add(material.randomBits(), plan.masks(layout));
    requireFits("inputs", circuit.inputSlots().length, MOST_ROWS);
    int[] sizes = circuit.circuit().inputSizes();
    for (int party = 0; party < PARTIES; party++) {
      long wires = 0;
      for (int i = 0; i < sizes.length; i++) {
        wires += io.inputs().get(i).contributes(party) ? sizes[i] : 0;
      }
      demand.add(material.inputMask(party), layout.words(wires));
    }
    return demand.build();
  }

  private void requireFits(String what, long values, long most) throws Refused {
    if (values * lanes() > most) {
      throw new Refused(
          "garbled holds at most %d %s with %d lanes; this circuit has %d"
              .formatted(most / lanes(), what, lanes(), values));
    }
  }

  private static void requireTwoParties(IoMap io) throws Refused {
    boolean two =
        io.inputs().stream()
                .allMatch(s -> !(s instanceof InputSource.Private p) || p.party() < PARTIES)
            && io.outputs().stream()
                .allMatch(t -> !(t instanceof OutputTarget.Only o) || o.party() < PARTIES);
    if (!two) {
      throw new Refused("garbling is for two parties");
    }
  }

  /** Rounds up to whole items, whatever the number of lanes. */
  @Override
  public Demand multiplications(long count) {
    Material material = level.material();
    return Demand.of(level.storeName())
        .add(material.andTriples(), items(count))
        .add(material.randomBits(), items(count))
        .build();
  }

  @Override
  public Demand stock(SortedMap<String, Long> amounts) throws Refused {
    Material material = level.material();
    Map<String, MaterialKind> kinds = new LinkedHashMap<>();
    kinds.put("and", material.andTriples());
    kinds.put("input1", material.inputMask(0));
    kinds.put("input2", material.inputMask(1));
    for (String name : amounts.keySet()) {
      if (!kinds.containsKey(name)) {
        throw new Refused(
            "garbled has material for %s, not for '%s'"
                .formatted(String.join(", ", kinds.keySet()), name));
      }
    }
    Demand.Builder demand = Demand.of(level.storeName());
    kinds.forEach((name, kind) -> demand.add(kind, items(amounts.getOrDefault(name, 0L))));
    // The output of each gate has a mask of its own.
    demand.add(material.randomBits(), items(amounts.getOrDefault("and", 0L)));
    return demand.build();
  }

  private static long items(long bits) {
    return bits / Material.BITS + (bits % Material.BITS == 0 ? 0 : 1);
  }

  /**
   * Of the garbler, the table of a gate; of the evaluator, nothing that gates do not share. Empty
   * if layers may be opened.
   */
  @Override
  public OptionalInt bytesPerAnd(int party) {
    if (line.isPresent()) {
      return OptionalInt.empty();
    }
    int table = GarbledEvaluator.tableBytes(level.macWords());
    return OptionalInt.of(party == level.garbler() ? table * lanes() : 0);
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new GarbledDealer(level, random, kernels.get());
  }

  @Override
  public boolean preprocesses() {
    return true;
  }

  @Override
  public Preprocessor preprocessor(Session session) throws MpcException {
    return GarbledPreprocessor.begin(session, level, preprocessing, kernels);
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) throws MpcException {
    return new GarbledEvaluator(session, store, level, layout, chunk, line, kernels.get());
  }
}
