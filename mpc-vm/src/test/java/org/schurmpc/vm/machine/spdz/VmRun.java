package org.schurmpc.vm.machine.spdz;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** A program at real parties in threads, with a dealer's material, and its interpretation. */
final class VmRun {
  /** Items of each kind that are dealt. */
  private static final int ITEMS = 400;

  final VerifiedProgram program;
  final int parties;
  private final Map<String, long[]> inputs;

  /** Number of threads of each party. */
  int threads = 1;

  /** By field, the stores of the parties. */
  final List<PrepStore[]> stores = new ArrayList<>();

  final List<Material> materials = new ArrayList<>();

  /** Where the parties' material comes from. */
  interface Source {
    Supply of(int field, int party);
  }

  Source source = (field, party) -> demand -> stores.get(field)[party];

  /** What a party has in the end. */
  record End(Values outputs, List<String> prints, MpcException failure) {}

  VmRun(String text, Map<String, long[]> inputs) throws Exception {
    Program assembled = Assembler.assemble(text, "TEXT");
    this.program = Verifier.verify(assembled, "TEXT");
    this.parties = assembled.parties();
    this.inputs = inputs;
    for (FieldUse use : assembled.fields()) {
      Material material = new Material(use.field());
      PrepStore[] each = new PrepStore[parties];
      Arrays.setAll(each, party -> new MemoryPrepStore());
      SpdzDealer dealer =
          new SpdzDealer(material, parties, SessionPairs.seeded("dealer" + stores.size()));
      dealer.dealKeys(List.of(each));
      Demand.Builder demand = Demand.of(material.storeName());
      List<MaterialKind> kinds = new ArrayList<>(List.of(material.triples(), material.bits()));
      if (!use.field().isBinary()) {
        kinds.addAll(List.of(material.squares(), material.inverses()));
      }
      for (int party = 0; party < parties; party++) {
        kinds.add(material.inputs(party));
      }
      kinds.forEach(kind -> demand.add(kind, ITEMS));
      dealer.deal(demand.build(), List.of(each));
      materials.add(material);
      stores.add(each);
    }
  }

  private Values values(int only) throws MpcException {
    Values values = new Values(program.program().fields(), program.program().inputs());
    for (Port port : program.program().inputs()) {
      if (only < 0 || port.party() == only) {
        long[] numbers = inputs.get(port.name());
        values.set(
            port.name(),
            Arrays.stream(numbers).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
      }
    }
    return values;
  }

  Interpreter.Outcome interpret() throws MpcException {
    return Interpreter.run(program, values(-1), 5);
  }

  /** By party, the bytes that it sent in each phase of the last run. */
  final List<Map<Phase, Long>> sent = new ArrayList<>();

  List<End> run(OpeningMode mode) throws Exception {
    return run(SessionPairs.networks(parties), mode);
  }

  List<End> run(Network[] networks, OpeningMode mode) throws Exception {
    List<List<String>> prints = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      prints.add(new ArrayList<>());
      sent.add(party, new EnumMap<>(Phase.class));
    }
    List<Integer> sigma =
        materials.stream().map(each -> Material.usualSigma(each.field())).toList();
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              int party = session.party();
              Values outputs =
                  SpdzMachine.run(
                      program,
                      session,
                      IntStream.range(0, stores.size()).mapToObj(f -> source.of(f, party)).toList(),
                      new MachineOptions(threads, mode, sigma),
                      values(party),
                      prints.get(party)::add);
              for (Phase phase : Phase.values()) {
                sent.get(party).put(phase, session.metrics().bytesSent(phase));
              }
              return outputs;
            });
    List<End> all = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      boolean failed = ends.get(party) instanceof MpcException;
      all.add(
          new End(
              failed ? null : (Values) ends.get(party),
              prints.get(party),
              failed ? (MpcException) ends.get(party) : null));
    }
    return all;
  }
}
