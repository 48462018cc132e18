package org.schurmpc.minimac;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MiniMacDealer;
import org.schurmpc.minimac.material.Packing;
import org.schurmpc.minimac.online.MiniMacEvaluator;
import org.schurmpc.minimac.online.Variant;
import org.schurmpc.minimac.prep.MiniMacPreprocessor;
import org.schurmpc.minimac.prep.OtParameters;

/** MiniMac or MiniTrix with all options fixed. */
final class MiniMac implements ConfiguredProtocol {
  private final Variant variant;
  private final OtParameters preprocessing;
  private final Supplier<Kernels> kernels;

  /**
   * Creates the protocol.
   *
   * @param preprocessing parameters of material without a dealer
   * @param kernels makes kernels for one thread
   */
  MiniMac(Variant variant, OtParameters preprocessing, Supplier<Kernels> kernels) {
    this.variant = variant;
    this.preprocessing = preprocessing;
    this.kernels = kernels;
  }

  Variant variant() {
    return variant;
  }

  @Override
  public String protocol() {
    return variant.protocol();
  }

  @Override
  public int parties() {
    return variant.parties();
  }

  @Override
  public int lanes() {
    return variant.material().lanes();
  }

  @Override
  public int sigma() {
    return variant instanceof Variant.Prepared
        ? preprocessing.claimed(variant.code())
        : variant.code().sigma();
  }

  @Override
  public boolean activelySecure() {
    return true;
  }

  @Override
  public SortedMap<String, String> terms() {
    return variant.terms();
  }

  @Override
  public SortedMap<String, String> preparationTerms() {
    return preprocessing.cots().terms();
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    requireKeeps(io);
    ConfiguredProtocol.requireNoLookups(protocol(), circuit);
    requireAddressable("values at once", circuit.slotCount());
    requireAddressable("outputs", circuit.outputSlots().length);
    for (int d = 0; d < circuit.depth() && variant.simultaneous(); d++) {
      requireAddressable("openings in a layer", 2L * circuit.multiply(d).size());
    }
    Material material = variant.material().items();
    Demand.Builder demand = Demand.of(variant.material().storeName());
    switch (variant.packing()) {
      case BYTES -> demand.add(material.triple(), circuit.andCount());
      case BITS -> demand.add(material.and(), circuit.andCount());
    }
    if (!variant.starWires()) {
      demand.add(material.pair(), circuit.andCount());
    }
    int[] sizes = circuit.circuit().inputSizes();
    for (int i = 0; i < sizes.length; i++) {
      InputSource source = io.inputs().get(i);
      for (int party = 0; party < variant.parties(); party++) {
        if (source.contributes(party)) {
          demand.add(material.inputMask(party), sizes[i]);
        }
      }
    }
    if (variant.starWires()) {
      demand.add(material.outputMask(), circuit.outputSlots().length);
    }
    return demand.build();
  }

  /** Refuses more words than one array can hold; words of one kind are in one array. */
  private void requireAddressable(String what, long words) throws Refused {
    int most = Integer.MAX_VALUE / variant.material().items().word().longs();
    if (words > most) {
      throw new Refused(
          "%s holds at most %d %s; this circuit has %d".formatted(protocol(), most, what, words));
    }
  }

  /** Rounds up to whole words of lanes. */
  @Override
  public Demand multiplications(long count) throws Refused {
    if (variant.packing() != Packing.BITS) {
      return ConfiguredProtocol.super.multiplications(count);
    }
    MaterialParameters parameters = variant.material();
    return Demand.of(parameters.storeName()).add(parameters.items().and(), words(count)).build();
  }

  /**
   * Names gates and bits, times lanes: {@code and}, with the pairs of a conversion; {@code input1}
   * and so on; {@code output} if there is no conversion; {@code random}. Rounds up to whole words.
   */
  @Override
  public Demand stock(SortedMap<String, Long> amounts) throws Refused {
    Map<String, List<MaterialKind>> kinds = stockKinds();
    for (String name : amounts.keySet()) {
      if (!kinds.containsKey(name)) {
        throw new Refused(
            "%s has material for %s, not for '%s'"
                .formatted(
                    variant.material().storeName(), String.join(", ", kinds.keySet()), name));
      }
    }
    Demand.Builder demand = Demand.of(variant.material().storeName());
    kinds.forEach(
        (name, each) -> {
          long words = words(amounts.getOrDefault(name, 0L));
          each.forEach(kind -> demand.add(kind, words));
        });
    return demand.build();
  }

  private Map<String, List<MaterialKind>> stockKinds() {
    Material material = variant.material().items();
    MaterialKind and =
        switch (variant.packing()) {
          case BYTES -> material.triple();
          case BITS -> material.and();
        };
    Map<String, List<MaterialKind>> kinds = new LinkedHashMap<>();
    kinds.put("and", variant.starWires() ? List.of(and) : List.of(and, material.pair()));
    for (int party = 0; party < variant.parties(); party++) {
      kinds.put("input" + (party + 1), List.of(material.inputMask(party)));
    }
    if (variant.starWires()) {
      kinds.put("output", List.of(material.outputMask()));
    }
    kinds.put("random", List.of(material.random()));
    return kinds;
  }

  private long words(long bits) {
    return bits == 0 ? 0 : (bits - 1) / lanes() + 1;
  }

  @Override
  public OptionalInt bytesPerAnd(int party) {
    return OptionalInt.of(variant.bytesPerAnd(party));
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new MiniMacDealer(variant.material(), random, kernels.get());
  }

  @Override
  public boolean preprocesses() {
    return preprocessing.lack(variant.material()).isEmpty();
  }

  /**
   * Returns the protocol for material without a dealer, of which less security is claimed and whose
   * stores name sigma.
   *
   * @throws Refused for more than two parties, for bytes, or if the code is too short for sigma
   */
  @Override
  public MiniMac withOwnMaterial() throws Refused {
    if (variant instanceof Variant.Prepared) {
      return this;
    }
    preprocessing.require(variant.material());
    Variant prepared = new Variant.Prepared(variant, preprocessing.level().sigma());
    return new MiniMac(prepared, preprocessing, kernels);
  }

  @Override
  public Preprocessor preprocessor(Session session) throws MpcException {
    if (!(variant instanceof Variant.Prepared)) {
      throw new Refused(
          protocol()
              + " has other stores for material without a dealer: say its sigma, as sigma 64");
    }
    return MiniMacPreprocessor.begin(session, variant.material(), preprocessing, kernels);
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) {
    return new MiniMacEvaluator(session, store, variant, kernels.get());
  }
}
