package org.schurmpc.spdz;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SBoxes;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.online.SpdzEvaluator;
import org.schurmpc.spdz.online.SpdzMultiplier;
import org.schurmpc.spdz.prep.MascotPreprocessor;
import org.schurmpc.spdz.share.OpeningMode;

/** SPDZ, or MASCOT alone, with fixed field, security and lanes. */
final class Spdz implements ConfiguredProtocol {
  /** Name under which circuits are evaluated; any other name provides material only. */
  static final String NAME = "spdz";

  /**
   * Maximum number of longs opened at once, which are in one array, both as shares and as bytes.
   */
  private static final int MOST_LONGS = Integer.MAX_VALUE / 4 / Long.BYTES;

  private final SpdzOptions options;
  private final Field field;
  private final Material material;
  private final int lanes;

  Spdz(SpdzOptions options, int lanes) {
    this.options = options;
    this.field = options.field();
    this.material = new Material(field, options.sigma());
    this.lanes = lanes;
  }

  @Override
  public String protocol() {
    return options.protocol();
  }

  @Override
  public int parties() {
    return options.parties();
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public int sigma() {
    return options.sigma();
  }

  @Override
  public boolean activelySecure() {
    return true;
  }

  @Override
  public Optional<String> namedField() {
    return options.fieldNamed() ? Optional.of(field.name()) : Optional.empty();
  }

  @Override
  public SortedMap<String, String> terms() {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("field", field.name());
    terms.put("opening", options.opening().text());
    return terms;
  }

  @Override
  public SortedMap<String, String> preparationTerms() {
    return MascotPreprocessor.terms(field, parties());
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    if (!protocol().equals(NAME)) {
      throw new Refused(protocol() + " makes material; evaluate circuits by spdz");
    }
    if (!field.isBinary()) {
      throw new Refused(
          "spdz evaluates circuits over gf2_40, gf2_64 and gf2_128, not over " + field.name());
    }
    requireParties(io);
    requireAddressable("values at once", circuit.slotCount());
    Demand.Builder demand = Demand.of(material.storeName());
    long ands = 0;
    for (int d = 0; d < circuit.depth(); d++) {
      int gates = circuit.multiply(d).size();
      requireAddressable("AND gates in a layer", 2L * gates);
      ands += gates;
      addLookups(demand, circuit.lookup(d));
    }
    demand.add(material.triples(), Math.multiplyExact(ands, lanes));
    long[] masks = new long[parties()];
    long bits = 0;
    for (int party = 0; party < masks.length; party++) {
      long wires = contributions(circuit, io, party);
      bits += wires;
      masks[party] = wires + ownOutputs(circuit, io, party);
    }
    requireAddressable("inputs", bits);
    requireAddressable("outputs", circuit.outputSlots().length);
    demand.add(material.bits(), Math.multiplyExact(bits, lanes));
    for (int party = 0; party < masks.length; party++) {
      demand.add(material.inputs(party), Math.multiplyExact(masks[party], lanes));
    }
    return demand.build();
  }

  private void addLookups(Demand.Builder demand, LookupBatch lookups) throws Refused {
    requireAddressable("lookups in a layer", lookups.size());
    for (int i = 0; i < lookups.size(); i++) {
      LookupTable table = lookups.table(i);
      LookupKind kind = LookupKind.of(field, table, LookupKind.Form.BITS);
      demand.add(kind.kind(), lanes, table);
    }
  }

  private void requireParties(IoMap io) throws Refused {
    for (OutputTarget target : io.outputs()) {
      if (target instanceof OutputTarget.Only only && only.party() >= parties()) {
        throw new Refused("there are %d parties".formatted(parties()));
      }
    }
  }

  private static long contributions(LayeredCircuit circuit, IoMap io, int party) {
    int[] sizes = circuit.circuit().inputSizes();
    long wires = 0;
    for (int i = 0; i < sizes.length; i++) {
      wires += io.inputs().get(i).contributes(party) ? sizes[i] : 0;
    }
    return wires;
  }

  private static long ownOutputs(LayeredCircuit circuit, IoMap io, int party) {
    int[] sizes = circuit.circuit().outputSizes();
    long wires = 0;
    for (int i = 0; i < sizes.length; i++) {
      boolean own = io.outputs().get(i) instanceof OutputTarget.Only only && only.party() == party;
      wires += own ? sizes[i] : 0;
    }
    return wires;
  }

  /**
   * Refuses more values than an array can hold. Values of one kind are in one array, and their
   * messages in another.
   */
  private void requireAddressable(String what, long values) throws Refused {
    long most = Integer.MAX_VALUE / 4 / Math.max(field.bytes(), field.limbs()) / lanes;
    if (values > most) {
      throw new Refused(
          "spdz holds at most %d %s with %d lanes; this circuit has %d"
              .formatted(most, what, lanes, values));
    }
  }

  @Override
  public Demand multiplications(long count) {
    return Demand.of(material.storeName()).add(material.triples(), count).build();
  }

  @Override
  public Demand stock(SortedMap<String, Long> amounts) throws Refused {
    Map<String, MaterialKind> kinds = new LinkedHashMap<>();
    kinds.put("triple", material.triples());
    kinds.put("bit", material.bits());
    for (int party = 0; party < parties(); party++) {
      kinds.put("input" + (party + 1), material.inputs(party));
    }
    if (!field.isBinary()) {
      kinds.put("square", material.squares());
      kinds.put("inverse", material.inverses());
    }
    Demand.Builder demand = Demand.of(material.storeName());
    tables()
        .forEach(
            (name, table) -> {
              LookupKind kind = LookupKind.of(field, table, LookupKind.Form.BYTES);
              kinds.put(name, kind.kind());
              demand.add(kind.kind(), 0, table);
            });
    for (String name : amounts.keySet()) {
      if (!kinds.containsKey(name)) {
        throw new Refused(
            "%s over %s has material for %s, not for '%s'"
                .formatted(protocol(), field.name(), String.join(", ", kinds.keySet()), name));
      }
    }
    kinds.forEach((name, kind) -> demand.add(kind, amounts.getOrDefault(name, 0L)));
    return demand.build();
  }

  /** Returns the tables of ciphers, by the names of their masked tables of bytes. */
  private Map<String, LookupTable> tables() {
    return Span.holdsBytes(field) ? Map.of("sbox_aes", SBoxes.aes()) : Map.of();
  }

  @Override
  public OptionalInt bytesPerAnd(int party) {
    return options.opening() == OpeningMode.ALL
        ? OptionalInt.of(2 * field.bytes() * lanes)
        : OptionalInt.empty();
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new SpdzDealer(material, parties(), random);
  }

  @Override
  public int preprocessedTogether() {
    return options.threads() * options.batch();
  }

  @Override
  public boolean preprocesses() {
    return true;
  }

  /**
   * Returns false: a pending check of MACs reveals α to a party that had a wrong value opened.
   * Under one key, checks must be made one at a time.
   */
  @Override
  public boolean preprocessesBesideUse() {
    return false;
  }

  @Override
  public Preprocessor preprocessor(Session session) throws MpcException {
    return preprocessor(session, Optional.empty());
  }

  @Override
  public boolean keepsKey() {
    return true;
  }

  @Override
  public Preprocessor preprocessor(Session session, Optional<KeptKey> key) throws MpcException {
    return MascotPreprocessor.begin(
        session, options.preprocessing(), () -> KernelProvider.choose().kernels(), key);
  }

  @Override
  public Demand chain(long batches, int batch) throws Refused {
    int most = MOST_LONGS / 2 / field.limbs();
    if (batch > most) {
      throw new Refused(
          "%s multiplies at most %d at once, not %d".formatted(protocol(), most, batch));
    }
    return SpdzMultiplier.demand(material, parties(), batches, batch);
  }

  @Override
  public Multiplier multiplier(Session session, PrepStore store) {
    return new SpdzMultiplier(session, store, material, options.opening());
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) throws Refused {
    if (!field.isBinary()) {
      throw new Refused("spdz evaluates no circuits over " + field.name());
    }
    return new SpdzEvaluator(session, store, material, lanes, options.opening());
  }
}
