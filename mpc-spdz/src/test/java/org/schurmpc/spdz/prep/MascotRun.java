package org.schurmpc.spdz.prep;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.material.Material;

/** Parties that generate material, each in a thread, and what all of it adds up to. */
final class MascotRun {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  final Field field;
  final Material material;
  final int parties;
  final MascotParameters setting;

  /** How a party ended. */
  record Outcome(MpcException failure, Kept kept, long bytesSent, Origin foretold, Origin origin) {
    Outcome(MpcException failure, Kept kept) {
      this(failure, kept, 0, null, null);
    }
  }

  /** What a party's sink got. */
  static final class Kept implements MaterialSink {
    final Map<MaterialKind, long[]> items = new HashMap<>();
    long[] key;
    long[] setup;

    @Override
    public void keys(String protocol, long[] keys) {
      key = keys.clone();
    }

    @Override
    public void setup(long[] words) {
      setup = words.clone();
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int count) {
      int length = count * kind.longsPerItem();
      long[] before = items.getOrDefault(kind, new long[0]);
      long[] all = Arrays.copyOf(before, before.length + length);
      System.arraycopy(data, offset, all, before.length, length);
      items.put(kind, all);
    }
  }

  MascotRun(Field field, int parties, MascotParameters setting) {
    this.field = field;
    this.material = new Material(field);
    this.parties = parties;
    this.setting = setting;
  }

  List<Outcome> run(Demand demand) throws Exception {
    return run(demand, -1, null);
  }

  /** The frames of one party pass a hook. */
  List<Outcome> run(Demand demand, int cheater, TamperingNetwork.Hook hook) throws Exception {
    Network[] networks = InMemoryNetwork.create(parties);
    if (cheater >= 0) {
      networks[cheater] = new TamperingNetwork(networks[cheater], hook, hook);
    }
    return Parties.run(networks, LIMIT, network -> party(network, demand));
  }

  /** The frames of both of two parties pass hooks; a hook that throws silences its party. */
  List<Outcome> run(Demand demand, TamperingNetwork.Hook first, TamperingNetwork.Hook second)
      throws Exception {
    return run(demand, first, second, (peer, index, frame) -> frame);
  }

  /** The same, and those of the second party's further connections pass a third one. */
  List<Outcome> run(
      Demand demand,
      TamperingNetwork.Hook first,
      TamperingNetwork.Hook second,
      TamperingNetwork.Hook forksOfSecond)
      throws Exception {
    Network[] networks = InMemoryNetwork.create(2);
    networks[0] = new TamperingNetwork(networks[0], first);
    networks[1] = new TamperingNetwork(networks[1], second, forksOfSecond);
    return Parties.run(networks, LIMIT, network -> party(network, demand));
  }

  /**
   * Parties with seeded randomness that go on with keys; what each party sends passes a hook.
   *
   * @param keys by party; closed
   */
  List<Outcome> goOn(Demand demand, List<KeptKey> keys, List<TamperingNetwork.Hook> hooks)
      throws Exception {
    return goOn(demand, keys, hooks, field);
  }

  /** The same, where the first party computes in another way. */
  List<Outcome> goOn(
      Demand demand, List<KeptKey> keys, List<TamperingNetwork.Hook> hooks, Field ofFirst)
      throws Exception {
    MascotParameters first =
        new MascotParameters(
            ofFirst, setting.sigma(), setting.k(), setting.threads(), setting.batch());
    Network[] networks = SessionPairs.networks(parties);
    for (int party = 0; party < parties; party++) {
      networks[party] = new TamperingNetwork(networks[party], hooks.get(party));
    }
    return Parties.run(
        networks,
        LIMIT,
        network -> {
          int party = network.party();
          try (KeptKey key = keys.get(party)) {
            SecureRandom random = SessionPairs.seeded("goes on " + party);
            return party(network, party == 0 ? first : setting, demand, random, Optional.of(key));
          }
        });
  }

  private Outcome party(Network network, Demand demand) throws Exception {
    return party(network, setting, demand, new SecureRandom(), Optional.empty());
  }

  private static Outcome party(
      Network network,
      MascotParameters setting,
      Demand demand,
      SecureRandom random,
      Optional<KeptKey> key)
      throws Exception {
    Kept kept = new Kept();
    SessionTerms terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "mascot test")));
    try (Session session = SessionPairs.establish(network, terms, random);
        MascotPreprocessor preprocessor =
            MascotPreprocessor.begin(
                session, setting, () -> KernelProvider.choose().kernels(), key)) {
      long before = network.traffic().bytesSent();
      Origin foretold = preprocessor.origin(demand);
      preprocessor.prepare(demand, kept);
      long sent = network.traffic().bytesSent() - before;
      return new Outcome(null, kept, sent, foretold, preprocessor.origin());
    } catch (MpcException e) {
      return new Outcome(e, kept);
    } catch (IllegalStateException e) {
      return new Outcome(new ConnectionLost("silenced", e), kept);
    }
  }

  /** The sum of all parties' elements at a place of their items. */
  BigInteger sum(List<Outcome> outcomes, MaterialKind kind, int at) {
    long[] sum = new long[field.limbs()];
    for (Outcome outcome : outcomes) {
      field.add(sum, 0, outcome.kept.items.get(kind), at, sum, 0, 1);
    }
    return field.toBigInteger(sum, 0);
  }
}
