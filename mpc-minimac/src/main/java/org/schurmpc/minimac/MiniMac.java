package org.schurmpc.minimac;

import java.security.SecureRandom;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.minimac.material.MiniMacDealer;
import org.schurmpc.minimac.online.MiniMacEvaluator;
import org.schurmpc.minimac.online.Variant;

/** MiniMac or MiniTrix with all options fixed. */
final class MiniMac implements ConfiguredProtocol {
  private final Variant variant;
  private final Supplier<Kernels> kernels;

  /**
   * Creates the protocol.
   *
   * @param kernels makes kernels for one thread
   */
  MiniMac(Variant variant, Supplier<Kernels> kernels) {
    this.variant = variant;
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
    return variant.code().sigma();
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
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
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
    return false;
  }

  @Override
  public Preprocessor preprocessor(Session session) throws Refused {
    throw new Refused(protocol() + " has no preprocessing of its own yet: use a dealer");
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) {
    return new MiniMacEvaluator(session, store, variant, kernels.get());
  }
}
