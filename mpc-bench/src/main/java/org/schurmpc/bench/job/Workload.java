package org.schurmpc.bench.job;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.run.RunPlan;

/**
 * The work of the parties of an instance in a pass: a circuit, a protocol and the input sources.
 *
 * @param demand the material that a pass consumes
 * @param blocks the number of evaluations in a run, over all its passes
 * @param expandedKeys how the circuit lays out expanded keys, if it takes such: random bits are
 *     none
 */
public record Workload(
    LayeredCircuit layered,
    ConfiguredProtocol protocol,
    IoMap io,
    Demand demand,
    int blocks,
    Optional<AesConvention> expandedKeys) {

  /**
   * Returns the workload of a job, with the circuit that this process has under the job's name.
   *
   * @throws Disagreement if the circuit differs from the Monitor's
   * @throws Refused as {@link #of}
   */
  public static Workload checked(EvaluationTask job, Circuit circuit) throws Disagreement, Refused {
    if (!BristolFashion.hexDigest(circuit).equals(job.evaluations().circuitSha256())) {
      throw new Disagreement(
          "circuit "
              + job.evaluations().circuit().shortName()
              + " is another one here than at the Monitor: use the same release everywhere");
    }
    return of(job, circuit);
  }

  /**
   * Returns the workload of a job with its circuit.
   *
   * @throws Refused if the protocol or an option is unknown, or it cannot evaluate the circuit
   */
  public static Workload of(EvaluationTask job, Circuit circuit) throws Refused {
    ConfiguredProtocol configured = job.protocol().configured(job.evaluations().blocks());
    ConfiguredProtocol protocol =
        job.material() instanceof MaterialSource.Own ? configured.withOwnMaterial() : configured;
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    IoMap io = IoNames.map(job.evaluations().sources(), circuit);
    Demand demand = protocol.demand(layered, io);
    int asked = job.evaluations().blocks();
    int blocks = asked == 0 ? protocol.lanes() : asked;
    return new Workload(
        layered, protocol, io, demand, blocks, AesConvention.ofExpandedKey(circuit));
  }

  /**
   * Returns the default input sources. The key of AES is shared and the plaintext public (DLT14,
   * section 3.2); an expanded key is the second party's and the plaintext the first's (DNNR17,
   * section 5). Otherwise, the values are assigned to the parties in turn, or all shared if there
   * are fewer values than parties.
   */
  public static List<String> defaultSources(
      Circuit circuit, Optional<AesConvention> aes, int parties) {
    InputSource shared = new InputSource.Shared();
    InputSource open = new InputSource.Public();
    int values = circuit.inputSizes().length;
    List<InputSource> sources;
    if (aes.isPresent()) {
      boolean expanded = aes.get().expandedKey(); // random shares would sum to no expansion
      InputSource key = expanded ? new InputSource.Private(1) : shared;
      InputSource plaintext = expanded ? new InputSource.Private(0) : open;
      sources = aes.get().keyFirst() ? List.of(key, plaintext) : List.of(plaintext, key);
    } else if (values < parties) {
      sources = Collections.nCopies(values, shared);
    } else {
      sources = IoMap.roundRobin(circuit, parties).inputs();
    }
    return IoNames.of(new IoMap(sources, IoMap.allLearn(circuit)));
  }

  /** Returns the reference with which the circuit's outputs are compared. */
  public static Reference reference(Circuit circuit, Optional<AesConvention> aes) {
    if (aes.isPresent()) {
      return new AesReference(aes.get());
    }
    return TripleDesReference.fits(circuit)
        ? new TripleDesReference(circuit)
        : new PlainReference(circuit);
  }

  public Circuit circuit() {
    return layered.circuit();
  }

  public int lanes() {
    return protocol.lanes();
  }

  /** Returns what the parties agree on and consume. */
  public RunPlan plan() {
    RunTerms terms = new RunTerms().circuit(protocol, layered, io);
    return new RunPlan(terms.terms(), List.of(new RunPlan.Part("", protocol, demand)), true);
  }

  /** Returns the number of passes in a run, each of {@link #lanes} blocks. */
  public int passes() {
    return (blocks + lanes() - 1) / lanes();
  }
}
