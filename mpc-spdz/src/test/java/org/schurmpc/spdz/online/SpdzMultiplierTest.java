package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.material.Material;

class SpdzMultiplierTest {
  /** What one party does. */
  private interface Program {
    void run(Multiplier multiplier) throws Exception;
  }

  private final List<MemoryPrepStore> stores = new ArrayList<>();
  private final List<MaterialSink> sinks = new ArrayList<>();

  private static ConfiguredProtocol protocol(String field, int parties) throws Exception {
    return Protocols.named("spdz")
        .configure(new ProtocolOptions(parties, 0, Map.of("field", field)));
  }

  /** Deals with a wrong triple, of which every MAC is right: c is one more than a b. */
  private final class WrongSink implements MaterialSink {
    private final Material material;
    private final int party;

    WrongSink(Material material, int party) {
      this.material = material;
      this.party = party;
    }

    @Override
    public void keys(String protocol, long[] keys) {}

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int count) {
      if (kind.equals(material.triples()) && stores.get(party).available(kind) == 0) {
        Field field = material.field();
        int c = offset + Material.C * material.valueLongs();
        if (party == 0) {
          field.add(data, c, field.element(1), 0, data, c, 1);
        }
        int mac = c + field.limbs();
        field.add(data, mac, stores.get(party).keys(material.storeName()), 0, data, mac, 1);
      }
      stores.get(party).put(kind, data, offset, count);
    }
  }

  private void deal(ConfiguredProtocol protocol, Demand demand, boolean wrong) throws Exception {
    Material material = new Material(Fields.named(protocol.terms().get("field")), protocol.sigma());
    for (int party = 0; party < protocol.parties(); party++) {
      stores.add(new MemoryPrepStore());
      sinks.add(wrong ? new WrongSink(material, party) : stores.get(party));
    }
    try (TrustedDealer dealer = protocol.dealer(SpdzRun.random("dealer", 1))) {
      dealer.dealKeys(stores);
      dealer.deal(demand, sinks);
    }
  }

  private void run(ConfiguredProtocol protocol, Program program) throws Exception {
    Parties.run(
        InMemoryNetwork.create(protocol.parties()),
        SpdzRun.LIMIT,
        network -> {
          SessionTerms terms = new SessionTerms(new TreeMap<>(protocol.terms()));
          int party = network.party();
          try (Session session =
                  SessionPairs.establish(network, terms, SpdzRun.random("party" + party, 1));
              Multiplier multiplier = protocol.multiplier(session, stores.get(party))) {
            program.run(multiplier);
          }
          return party;
        });
  }

  @ParameterizedTest
  @CsvSource({"p128,2,5,7", "gf2_40,3,1,100", "gf2_128,2,12,1", "gf2_64,5,3,2"})
  void productsAreRightAndUseWhatTheyDemand(String field, int parties, int batches, int batch)
      throws Exception {
    ConfiguredProtocol protocol = protocol(field, parties);
    Demand demand = protocol.chain(batches, batch);
    deal(protocol, demand.times(2), false);
    run(
        protocol,
        multiplier -> {
          for (int i = 0; i < 2; i++) {
            multiplier.begin(batches, batch);
            multiplier.multiply();
            multiplier.verify();
          }
        });
    for (MemoryPrepStore store : stores) {
      for (MaterialKind kind : demand.quotas().keySet()) {
        assertEquals(0, store.available(kind), kind.name());
      }
    }
  }

  /** No MAC check finds it: what is opened has the right MACs. */
  @Test
  void aWrongTripleIsFound() throws Exception {
    ConfiguredProtocol protocol = protocol("p128", 2);
    deal(protocol, protocol.chain(4, 3), true);
    run(
        protocol,
        multiplier -> {
          multiplier.begin(4, 3);
          multiplier.multiply();
          assertThrows(Disagreement.class, multiplier::verify);
        });
  }

  /** The products of a run are checked at its end, not only when they are opened. */
  @Test
  void aWrongKeyIsCaughtWhenProductsAreMade() throws Exception {
    ConfiguredProtocol protocol = protocol("p128", 2);
    Demand demand = protocol.chain(4, 3);
    deal(protocol, demand, false);
    stores.get(1).keys(demand.protocol())[0] ^= 4;
    run(
        protocol,
        multiplier -> {
          multiplier.begin(4, 3);
          PeerCheated cheated = assertThrows(PeerCheated.class, multiplier::multiply);
          assertEquals(PeerCheated.Check.MAC, cheated.check());
        });
  }

  @Test
  void nothingBeginsWithoutMaterialForAll() throws Exception {
    ConfiguredProtocol protocol = protocol("gf2_40", 2);
    deal(protocol, protocol.chain(4, 3), false);
    run(protocol, multiplier -> assertThrows(Exhausted.class, () -> multiplier.begin(5, 3)));
  }

  @Test
  void clearArithmeticTakesPowers() throws Exception {
    Field field = Fields.named("p128");
    long[] expected = field.element(3 * 2 * 2 * 2 * 2 * 2);
    assertArrayEquals(
        expected, SpdzMultiplier.timesPower(field, field.element(3), field.element(2), 5));
  }
}
