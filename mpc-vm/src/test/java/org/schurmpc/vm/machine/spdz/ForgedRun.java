package org.schurmpc.vm.machine.spdz;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.contract.ForgedOpening;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/** A program at real parties whose randomness, material included, follows from a seed. */
final class ForgedRun {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  final VerifiedProgram program;
  final int parties;
  final List<Field> fields;
  private final List<Material> materials;
  private final List<Integer> sigma;

  /** By field, the stores of the parties of the last run. */
  final List<PrepStore[]> stores = new ArrayList<>();

  ForgedRun(VerifiedProgram program) {
    this.program = program;
    this.parties = program.program().parties();
    this.fields = program.program().fields().stream().map(use -> use.field()).toList();
    this.materials = fields.stream().map(Material::new).toList();
    this.sigma = fields.stream().map(Material::usualSigma).toList();
  }

  /** What a party does in its session before the program. */
  interface Before {
    void run(Session session) throws Exception;
  }

  private Before before = session -> {};

  /** Sets what the parties do before the program. */
  void before(Before first) {
    before = first;
  }

  /** Deals new keys and material. */
  void deal(long seed) throws MpcException {
    List<Demand> demands = SpdzMachine.demand(program, sigma);
    stores.clear();
    for (int f = 0; f < fields.size(); f++) {
      PrepStore[] each = new PrepStore[parties];
      Arrays.setAll(each, party -> new MemoryPrepStore());
      SpdzDealer dealer =
          new SpdzDealer(materials.get(f), parties, SessionPairs.seeded("dealer" + f + " " + seed));
      dealer.dealKeys(List.of(each));
      dealer.deal(demands.get(f), List.of(each));
      stores.add(each);
    }
  }

  /** Returns the sum of all parties' shares of α over a field, in its first limb's bits. */
  long[] alpha(int field) {
    long[] alpha = new long[fields.get(field).limbs()];
    String name = materials.get(field).storeName();
    for (PrepStore each : stores.get(field)) {
      fields.get(field).add(alpha, 0, each.keys(name), 0, alpha, 0, 1);
    }
    return alpha;
  }

  /** Runs the program on dealt material; returns how each party ends, with {@link Values}. */
  List<Object> run(long seed, Map<String, BigInteger[]> inputs, ForgedOpening forged)
      throws Exception {
    Network[] networks = forged.of(SessionPairs.networks(parties));
    return Parties.run(
        networks,
        LIMIT,
        network -> {
          int me = network.party();
          try (Session session =
              SessionPairs.establish(
                  network, SessionPairs.terms(), SessionPairs.seeded(me + " " + seed))) {
            before.run(session);
            return SpdzMachine.run(
                program,
                session,
                stores.stream().map(each -> (SpdzMachine.Supply) demand -> each[me]).toList(),
                new SpdzMachine.Options(1, OpeningMode.ALL, sigma),
                values(me, inputs),
                line -> {});
          } catch (MpcException e) {
            return e;
          }
        });
  }

  private Values values(int party, Map<String, BigInteger[]> inputs) throws MpcException {
    Values values = new Values(program.program().fields(), program.program().inputs());
    for (Port port : program.program().inputs()) {
      if (port.party() == party) {
        values.set(port.name(), inputs.get(port.name()));
      }
    }
    return values;
  }
}
