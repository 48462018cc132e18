package org.schurmpc.minimac;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
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

/** MiniTrix with its code and its way of opening fixed. */
final class MiniTrix implements ConfiguredProtocol {
  private final MiniMacCode code;
  private final OpeningMode opening;
  private final Supplier<Kernels> kernels;

  /**
   * @param kernels makes kernels for one thread
   */
  MiniTrix(MiniMacCode code, OpeningMode opening, Supplier<Kernels> kernels) {
    this.code = code;
    this.opening = opening;
    this.kernels = kernels;
  }

  @Override
  public String protocol() {
    return MiniTrixProtocol.NAME;
  }

  @Override
  public int lanes() {
    return code.lanes();
  }

  @Override
  public int sigma() {
    return code.sigma();
  }

  @Override
  public SortedMap<String, String> terms() {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("code", code.c().name());
    terms.put("opening", opening.name().toLowerCase(Locale.ROOT));
    return terms;
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    requireAddressable("values at once", circuit.slotCount());
    requireAddressable("outputs", circuit.outputSlots().length);
    for (int d = 0; d < circuit.andDepth(); d++) {
      requireAddressable("openings in a layer", 2L * circuit.multiply(d).size());
    }
    Demand.Builder demand = Demand.of(code.name());
    demand.add(Material.AND, circuit.andCount());
    int[] sizes = circuit.circuit().inputSizes();
    for (int i = 0; i < sizes.length; i++) {
      InputSource source = io.inputs().get(i);
      for (int party = 0; party < 2; party++) {
        if (InputProtocol.contributes(source, party)) {
          demand.add(Material.inputMask(party), sizes[i]);
        }
      }
    }
    return demand.add(Material.OUTPUT_MASK, circuit.outputSlots().length).build();
  }

  /** Words of one kind lie in one array. */
  private static void requireAddressable(String what, long words) throws Refused {
    if (words > Integer.MAX_VALUE / AuthWord.LONGS) {
      throw new Refused(
          "minitrix holds at most %d %s; this circuit has %d"
              .formatted(Integer.MAX_VALUE / AuthWord.LONGS, what, words));
    }
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return new MiniTrixDealer(code, random, kernels.get());
  }

  @Override
  public boolean preprocesses() {
    return false;
  }

  @Override
  public Preprocessor preprocessor(Session session) throws Refused {
    throw new Refused("minitrix has no preprocessing of its own yet: use a dealer");
  }

  @Override
  public Evaluator evaluator(Session session, PrepStore store) {
    return new MiniTrixEvaluator(session, store, code, opening, kernels.get());
  }
}
