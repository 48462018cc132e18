package org.schurmpc.minimac.online;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/** Runs all parties of a protocol in threads, with material from a dealer in the same process. */
final class MiniTrixRun {
  static final Duration LIMIT = Duration.ofMinutes(1);

  final ConfiguredProtocol protocol;
  final LayeredCircuit circuit;
  final IoMap io;
  final long seed;
  private final TrustedDealer dealer;
  final PrepStore[] stores;

  MiniTrixRun(ConfiguredProtocol protocol, LayeredCircuit circuit, IoMap io, long seed)
      throws MpcException {
    this.protocol = protocol;
    this.circuit = circuit;
    this.io = io;
    this.seed = seed;
    this.dealer = protocol.dealer(random("dealer"));
    this.stores = new PrepStore[protocol.parties()];
    Arrays.setAll(stores, party -> new MemoryPrepStore());
    dealer.dealKeys(List.of(stores));
    deal(protocol.demand(circuit, io));
  }

  /** Deals more. */
  void deal(Demand demand) throws MpcException {
    dealer.deal(demand, List.of(stores));
  }

  /** Deterministic randomness for one role. */
  SecureRandom random(String role) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed((role + seed).getBytes(StandardCharsets.UTF_8));
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  List<BitMatrix> run(BitMatrix... inputs) throws Exception {
    return run(InMemoryNetwork.create(stores.length), inputs);
  }

  /** The outputs of all parties. */
  List<BitMatrix> run(Network[] networks, BitMatrix... inputs) throws Exception {
    return Parties.run(
        networks,
        LIMIT,
        network -> {
          int party = network.party();
          var terms = new SessionTerms(CircuitExecutor.terms(protocol, circuit, io, "test"));
          try (Session session = Session.establish(network, terms, random("party" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, protocol, circuit, io, stores[party])) {
            return executor.evaluate(inputs[party]);
          }
        });
  }

  /** Uniform inputs of every party. */
  BitMatrix[] allInputs() {
    BitMatrix[] all = new BitMatrix[stores.length];
    Arrays.setAll(all, party -> inputs("inputs of " + party));
    return all;
  }

  /** A uniform matrix of inputs. */
  BitMatrix inputs(String role) {
    BitMatrix result = new BitMatrix(circuit.inputSlots().length, protocol.lanes());
    SecureRandom random = random(role);
    for (int row = 0; row < result.rows(); row++) {
      int start = result.offset(row);
      for (int w = 0; w < result.wordsPerRow(); w++) {
        result.words()[start + w] = random.nextLong();
      }
      result.trimRow(row);
    }
    return result;
  }
}
