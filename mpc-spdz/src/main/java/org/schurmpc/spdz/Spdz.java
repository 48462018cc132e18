package org.schurmpc.spdz;

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
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.deliver.DeliveryRules;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.eval.RandomProducts;
import org.schurmpc.core.eval.ValueKeeper;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.cipher.CipherEvaluator;
import org.schurmpc.spdz.cipher.CipherTables;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedDealer;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.mixed.MixedPreprocessor;
import org.schurmpc.spdz.online.SpdzEngine;
import org.schurmpc.spdz.online.SpdzEvaluator;
import org.schurmpc.spdz.online.SpdzKeeper;
import org.schurmpc.spdz.online.SpdzMultiplier;
import org.schurmpc.spdz.prep.MascotPreprocessor;
import org.schurmpc.spdz.prep.MascotTerms;
import org.schurmpc.spdz.prep.MeasuredProducts;
import org.schurmpc.spdz.share.MacComparison;
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
  private final Optional<MixedMaterial> mixed;
  private final int lanes;

  Spdz(SpdzOptions options, int lanes) {
    this.options = options;
    this.field = options.field();
    this.mixed = options.mixed();
    this.material =
        mixed.map(MixedMaterial::numbers).orElseGet(() -> new Material(field, options.sigma()));
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
  public ConfiguredProtocol ofLanes(int number) {
    return new Spdz(options, number);
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
    mixed.ifPresent(of -> terms.put("bits", "in TinyOT, σ " + of.bitSigma()));
    options.method().ifPresent(method -> terms.put("method", method.name()));
    return terms;
  }

  /** Methods of ciphers check lookups in another way. */
  @Override
  public SortedMap<String, String> circuitTerms(LayeredCircuit circuit) {
    int lookups = 0;
    for (int d = 0; d < circuit.depth(); d++) {
      lookups += circuit.lookup(d).size();
    }
    TreeMap<String, String> terms = new TreeMap<>(MacComparison.online(parties(), field).terms());
    if (lookups > 0 && options.method().isEmpty()) {
      terms.putAll(SpdzEngine.LOOKUP_TERMS);
    }
    return terms;
  }

  @Override
  public SortedMap<String, String> preparationTerms() {
    SortedMap<String, String> terms = MascotTerms.of(options.preprocessing(), parties());
    mixed.ifPresent(any -> terms.put("the making of bits in TinyOT", options.cots().text()));
    return terms;
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    if (!protocol().equals(NAME)) {
      throw new Refused(protocol() + " makes material; evaluate circuits by spdz");
    }
    requireKeeps(io);
    if (!field.isBinary()) {
      throw new Refused(
          "spdz evaluates circuits over gf2_40, gf2_42, gf2_64 and gf2_128, not over "
              + field.name());
    }
    return new CircuitDemand(options, material, lanes).of(circuit, io);
  }

  /** Methods of ciphers keep none. */
  @Override
  public boolean keepsValues() {
    return options.method().isEmpty();
  }

  @Override
  public Demand inputMasks(int deliveries, int bits) throws Refused {
    requireKept();
    Demand.Builder demand = Demand.of(material.storeName());
    demand.add(material.bits(), Math.multiplyExact((long) deliveries, bits));
    long masks = Math.multiplyExact((long) deliveries, DeliveryRules.combinations(field));
    for (int party = 0; party < parties(); party++) {
      demand.add(material.inputs(party), masks);
    }
    return demand.build();
  }

  private void requireKept() throws Refused {
    if (!keepsValues()) {
      throw new Refused("methods of ciphers keep no values: leave the option method out");
    }
  }

  @Override
  public ValueKeeper keeper(Session session, PrepStore store) throws Refused {
    requireKept();
    return new SpdzKeeper(session, store, material, options.opening());
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
      for (int party = 0; party < parties(); party++) {
        kinds.put("bit" + (party + 1), material.ownBits(party));
      }
    }
    mixed.ifPresent(
        of -> {
          kinds.put("and", of.ands());
          kinds.put("randombit", of.randomBits());
          kinds.put("dabit", of.daBits());
          kinds.put("inputbit1", of.bitInputs(0));
          kinds.put("inputbit2", of.bitInputs(1));
        });
    Demand.Builder demand = Demand.of(material.storeName());
    CipherTables.of(field)
        .forEach(
            (name, sbox) -> {
              kinds.put(name, sbox.kind().kind());
              demand.add(sbox.kind().kind(), 0, sbox.table());
            });
    for (String name : amounts.keySet()) {
      if (!kinds.containsKey(name)) {
        throw new Refused(
            "%s over %s has material for %s, not for '%s'%s"
                .formatted(
                    protocol(),
                    field.name(),
                    String.join(", ", kinds.keySet()),
                    name,
                    name.equals(CipherTables.AES) ? ": set the option field to gf2_40" : ""));
      }
    }
    kinds.forEach((name, kind) -> demand.add(kind, amounts.getOrDefault(name, 0L)));
    return demand.build();
  }

  @Override
  public OptionalInt bytesPerAnd(int party) {
    return options.opening() == OpeningMode.ALL && options.method().isEmpty()
        ? OptionalInt.of(2 * field.bytes() * lanes)
        : OptionalInt.empty();
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return mixed.isPresent()
        ? new MixedDealer(mixed.get(), random)
        : new SpdzDealer(material, parties(), random);
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
    // TinyOT's key is that of one session.
    return mixed.isEmpty();
  }

  @Override
  public Preprocessor preprocessor(Session session, Optional<KeptKey> key) throws MpcException {
    Supplier<Kernels> kernels = () -> KernelProvider.choose().kernels();
    if (mixed.isPresent()) {
      return MixedPreprocessor.begin(
          session, options.preprocessing(), mixed.get().bitSigma(), options.cots(), kernels);
    }
    return MascotPreprocessor.begin(session, options.preprocessing(), kernels, key);
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
  public RandomProducts products(Session session) throws MpcException {
    return MeasuredProducts.begin(
        session, options.preprocessing(), KernelProvider.choose().kernels());
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) throws Refused {
    if (!field.isBinary()) {
      throw new Refused("spdz evaluates no circuits over " + field.name());
    }
    OpeningMode opening = options.opening();
    return options.method().isPresent()
        ? new CipherEvaluator(session, store, material, lanes, opening, options.method().get())
        : new SpdzEvaluator(session, store, material, lanes, opening);
  }
}
