package org.schurmpc.tinytable;

import java.security.SecureRandom;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinytable.material.LatestMaterial;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.material.TinyTableDealer;
import org.schurmpc.tinytable.material.WordPlan;
import org.schurmpc.tinytable.online.TinyTableEvaluator;
import org.schurmpc.tinytable.prep.TablePreprocessing;
import org.schurmpc.tinytable.prep.TinyTablePreprocessor;

/** TinyTable with fixed MACs and lanes. */
public final class TinyTable implements ConfiguredProtocol {
  private static final int PARTIES = 2;

  private final Scheme scheme;
  private final LaneLayout layout;
  private final TablePreprocessing preprocessing;
  private final Supplier<Kernels> kernels;
  private final boolean ownMaterial;
  private final TableParameters parameters;
  private final LatestMaterial materials;

  /**
   * Creates the protocol for material of any origin.
   *
   * @param kernels makes kernels for one thread
   */
  TinyTable(
      Scheme scheme,
      LaneLayout layout,
      TablePreprocessing preprocessing,
      Supplier<Kernels> kernels) {
    this(scheme, layout, preprocessing, kernels, false);
  }

  private TinyTable(
      Scheme scheme,
      LaneLayout layout,
      TablePreprocessing preprocessing,
      Supplier<Kernels> kernels,
      boolean ownMaterial) {
    this.ownMaterial = ownMaterial;
    this.scheme = scheme;
    this.layout = layout;
    this.preprocessing = preprocessing;
    this.kernels = kernels;
    this.parameters = new TableParameters(scheme, preprocessing.sigma(), layout);
    this.materials = new LatestMaterial(parameters);
  }

  TableParameters parameters() {
    return parameters;
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
  public int sigma() {
    int sigma = Math.min(preprocessing.sigma(), scheme.k());
    return ownMaterial ? Math.min(preprocessing.claimed(scheme), sigma) : sigma;
  }

  @Override
  public boolean activelySecure() {
    return scheme.form() != Scheme.Form.PASSIVE;
  }

  @Override
  public SortedMap<String, String> terms() {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("MACs", scheme.name());
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
    List<Set<Integer>> contributors = io.contributors(PARTIES);
    Material material = materials.of(circuit, contributors);
    Demand.Builder demand = Demand.of(parameters.storeName()).dependsOn(circuit, contributors);
    int[] sizes = circuit.circuit().inputSizes();
    for (int party = 0; party < PARTIES; party++) {
      long wires = Material.contributions(sizes, contributors, party);
      demand.add(material.inputMask(party), layout.words(wires));
    }
    for (int d = 0; d < circuit.depth(); d++) {
      TinyTableEvaluator.requireOpenable(circuit, d, layout);
    }
    if (ownMaterial) {
      preprocessing.require(scheme, circuit, layout);
    }
    if (scheme.code().isPresent()) {
      WordPlan.of(circuit, layout, scheme.code().get()).addTo(demand, material);
    } else {
      for (int d = 0; d < circuit.depth(); d++) {
        addLayer(circuit, d, material, demand);
      }
    }
    demand.add(material.outputMasks(), layout.words(circuit.outputSlots().length));
    return demand.build();
  }

  private void addLayer(LayeredCircuit circuit, int d, Material material, Demand.Builder demand)
      throws Refused {
    LookupBatch lookups = circuit.lookup(d);
    demand.add(material.andTables(), layout.words(circuit.multiply(d).size()));
    for (int i = 0; i < lookups.size(); i++) {
      LookupTable table = lookups.table(i);
      requireRoom(table);
      demand.add(material.tables(table.inputBits(), table.outputBits()), layout.lanes());
    }
  }

  private void requireRoom(LookupTable table) throws Refused {
    if (scheme.form() == Scheme.Form.LOOKUP
        && (table.outputBits() > Scheme.MAX_LOOKUP_OUTPUT_BITS
            || table.inputBits() + table.outputBits() > Scheme.MAX_LOOKUP_BITS)) {
      throw new Refused(
          "the lookup MAC has a code for each value of each entry, which is too many for a table"
              + " of %d to %d bits: use the linear MAC"
                  .formatted(table.inputBits(), table.outputBits()));
    }
  }

  private static void requireTwoParties(IoMap io) throws Refused {
    boolean two =
        io.inputs().stream()
                .allMatch(s -> !(s instanceof InputSource.Private p) || p.party() < PARTIES)
            && io.outputs().stream()
                .allMatch(t -> !(t instanceof OutputTarget.Only o) || o.party() < PARTIES);
    if (!two) {
      throw new Refused("TinyTable is for two parties");
    }
  }

  @Override
  public OptionalInt bytesPerAnd(int party) {
    // One opened word is sent for many gates.
    return layout.bits(1) % Byte.SIZE == 0 && scheme.form() != Scheme.Form.CODEWORD
        ? OptionalInt.of((int) layout.bits(1) / Byte.SIZE)
        : OptionalInt.empty();
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new TinyTableDealer(parameters, random, kernels.get());
  }

  @Override
  public boolean preprocesses() {
    return preprocessing.lack(scheme).isEmpty();
  }

  /**
   * Returns the protocol, which then refuses circuits whose codewords cannot be prepared without a
   * dealer.
   *
   * @throws Refused if the code is too short for sigma
   */
  @Override
  public TinyTable withOwnMaterial() throws Refused {
    preprocessing.require(scheme);
    return ownMaterial || scheme.code().isEmpty()
        ? this
        : new TinyTable(scheme, layout, preprocessing, kernels, true);
  }

  @Override
  public Preprocessor preprocessor(Session session) throws MpcException {
    return TinyTablePreprocessor.begin(session, scheme, layout, preprocessing, kernels);
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) {
    return new TinyTableEvaluator(session, store, parameters, materials, kernels.get());
  }
}
