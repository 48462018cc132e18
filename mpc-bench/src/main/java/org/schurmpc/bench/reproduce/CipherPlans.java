package org.schurmpc.bench.reproduce;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.prep.Demand;

/** Plans the measurements of ciphers. */
final class CipherPlans {
  private static final long TIMEOUT_MILLIS = 120_000;

  private static final String PUBLIC = "public";

  private final LutEffort effort;
  private final Map<CircuitSource, Circuit> circuits = new HashMap<>();

  CipherPlans(LutEffort effort) {
    this.effort = effort;
  }

  /** Plans blocks one after the other, with dealt material. */
  EvaluationPlan latency(CipherSetting setting) throws MpcException {
    return plan(setting, 1, effort.inARow(), new MaterialSource.Dealer(), usual());
  }

  /** Plans many blocks at once, with dealt material. */
  EvaluationPlan online(CipherSetting setting) throws MpcException {
    int blocks = Math.min(setting.lanes(), effort.lanes());
    return plan(setting, blocks, 0, new MaterialSource.Dealer(), usual());
  }

  /** Plans blocks with material of stores in a folder. */
  EvaluationPlan stored(CipherSetting setting, Path folder) throws MpcException {
    int blocks = Math.min(setting.lanes(), effort.stored());
    return plan(setting, blocks, 0, new MaterialSource.Store(folder), usual());
  }

  /**
   * Plans blocks with material that the parties generate; all inputs are public, so that the
   * material is that of the cipher alone.
   */
  EvaluationPlan own(CipherSetting setting) throws MpcException {
    int blocks = Math.max(1, setting.own() / effort.divisor());
    return plan(setting, blocks, 0, new MaterialSource.Own(), schedule(0, 1));
  }

  /** Returns the material of one block with public inputs. */
  Demand demand(CipherSetting setting) throws MpcException {
    return plan(setting, 1, 0, new MaterialSource.Own(), schedule(0, 1)).work().demand();
  }

  private Schedule usual() {
    return schedule(effort.warmup(), effort.runs());
  }

  private Schedule schedule(int warmup, int runs) {
    return new Schedule(warmup, runs, effort.rehearsal().toMillis(), TIMEOUT_MILLIS);
  }

  private EvaluationPlan plan(
      CipherSetting setting, int blocks, int inARow, MaterialSource material, Schedule schedule)
      throws MpcException {
    Circuit circuit = circuit(setting.circuit());
    Optional<AesConvention> aes = AesConvention.of(circuit);
    boolean own = material instanceof MaterialSource.Own;
    List<String> sources =
        own
            ? Collections.nCopies(circuit.inputSizes().length, PUBLIC)
            : Workload.defaultSources(circuit, aes, setting.protocol().parties());
    Evaluations evaluations =
        Evaluations.of(setting.circuit(), circuit, sources).withBlocks(blocks).inARow(inARow);
    Job job = new Job(setting.protocol(), evaluations, material, schedule, null);
    return new EvaluationPlan(
        job,
        Workload.of(job, circuit),
        Workload.reference(circuit, aes),
        1,
        Duration.ZERO,
        new SecureRandom().nextLong());
  }

  private Circuit circuit(CircuitSource source) throws BadFile {
    Circuit circuit = circuits.get(source);
    if (circuit == null) {
      circuit = source.read();
      circuits.put(source, circuit);
    }
    return circuit;
  }
}
