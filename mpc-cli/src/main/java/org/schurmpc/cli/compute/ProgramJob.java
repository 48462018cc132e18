package org.schurmpc.cli.compute;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.core.run.RunPlan;

/**
 * Describes a run of a program, complete and checked.
 *
 * @param options the options of the protocol, by name
 * @param tapes the number of threads that run tapes side by side
 * @param parties the parties, by index
 * @param dealer the dealer of the preprocessing; empty if the parties generate it
 */
public record ProgramJob(
    CompiledProgram program,
    ConfiguredProgram configured,
    Map<String, String> options,
    int tapes,
    List<Participant> parties,
    Optional<Participant> dealer)
    implements Job {

  /**
   * Completes and checks a configuration.
   *
   * @throws Refused naming the key that is missing or does not fit the program
   * @throws org.schurmpc.core.abort.BadFile if the program cannot be read or is malformed
   */
  public static ProgramJob of(JobConfig config) throws MpcException {
    if (config.program().isEmpty()) {
      throw new Refused(
          config.circuit().isPresent()
              ? "the configuration names a circuit: evaluate it with 'eval'"
              : "which program? Say program = \"FILE\" in the configuration, or --program FILE; see"
                  + " --help");
    }
    return complete(config, ProgramLanguages.only().read(config.program().get()));
  }

  /**
   * Completes and checks the configuration of a program that was compiled just now.
   *
   * @throws Refused naming the key that does not fit the program
   */
  public static ProgramJob of(JobConfig config, CompiledProgram program) throws MpcException {
    if (config.circuit().isPresent() || config.program().isPresent()) {
      throw new Refused(
          "the configuration names a %s, and the command another program: leave out one of them"
              .formatted(config.circuit().isPresent() ? "circuit" : "program"));
    }
    return complete(config, program);
  }

  private static ProgramJob complete(JobConfig config, CompiledProgram read) throws MpcException {
    CompiledProgram program = config.foreign() ? read.unmasked() : read;
    int parties = config.parties().size();
    if (program.parties() != parties) {
      throw new Refused(
          "the program %s is for %d parties, and the configuration is for %d: name each under"
                  .formatted(program.name(), program.parties(), parties)
              + " [[party]], or say --parties");
    }
    int tapes = config.tapes().orElse(1);
    ConfiguredProgram configured = program.configure(config.options(), tapes);
    String protocol = configured.plan().parts().get(0).protocol().protocol();
    if (config.protocol().isPresent() && !config.protocol().get().equals(protocol)) {
      throw new Refused(
          "programs run under %s, not under %s".formatted(protocol, config.protocol().get()));
    }
    return new ProgramJob(
        program, configured, config.options(), tapes, config.parties(), config.dealer());
  }

  /** Returns what the parties agree on and consume. */
  public RunPlan plan() {
    return configured.plan();
  }

  /** Returns the inputs that a party gives. */
  public List<ProgramPort> inputs(int party) {
    return program.inputs().stream()
        .filter(port -> port.party().isPresent() && port.party().getAsInt() == party)
        .toList();
  }

  /** Returns the outputs that a party receives. */
  public List<ProgramPort> outputs(int party) {
    return program.outputs().stream()
        .filter(port -> port.party().isEmpty() || port.party().getAsInt() == party)
        .toList();
  }

  @Override
  public String name() {
    return program.name();
  }

  /** Returns the store itself for one field; for several, a folder in it with the field's name. */
  @Override
  public List<StoreUse> stores(StoreUse store) throws Refused {
    List<RunPlan.Part> parts = plan().parts();
    for (RunPlan.Part part : parts) {
      if (part.unit().quotas().isEmpty()) {
        throw new Refused(
            "the program %s takes no preprocessing over %s: run it without a store"
                .formatted(program.name(), part.name()));
      }
    }
    return parts.size() == 1
        ? List.of(store)
        : parts.stream().map(part -> store.in(part.name())).toList();
  }

  /** Returns the bytes of material of one run. */
  public long unitBytes() {
    return plan().parts().stream().mapToLong(part -> part.unit().bytes()).sum();
  }

  @Override
  public String toString() {
    return "program %s, %s".formatted(program.name(), program.digest());
  }
}
