package org.schurmpc.bench.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.cli.command.ProgramBits;
import org.schurmpc.cli.command.ProgramNames;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguage;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.core.program.ReadyProgram;
import picocli.CommandLine.Option;

/** Defines the options that name a program: a file, or a ready one with its arguments. */
final class ProgramFlags {
  /** The field of ready programs without {@code --field}. */
  private static final String USUAL_FIELD = "p128";

  @Option(
      names = "--program",
      paramLabel = "FILE|NAME",
      description =
          "In place of a circuit: a program, as 'program compile' writes it, or a ready one, such as"
              + " comparisons; info lists those.")
  String program;

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = "An argument of a ready program, such as n=1000; may be given several times.")
  SortedMap<String, Long> arguments = new TreeMap<>();

  @Option(
      names = "--tapes",
      paramLabel = "N",
      description =
          "Threads that run a program's tapes side by side, 1 to 64; default 1, or a ready program's"
              + " threads.")
  private Integer tapes;

  @Option(
      names = "--bits",
      paramLabel = "mixed|field",
      description =
          "Where the bits of a ready program are: in TinyOT, between two parties, or over the field."
              + " Default: mixed for two parties, field for more.")
  private ProgramBits bits;

  /**
   * Requires that no option for programs was given.
   *
   * @throws Refused naming the option
   */
  void requireNone() throws Refused {
    if (tapes != null) {
      throw new Refused("--tapes is for programs: leave it out, or say --program FILE");
    }
    if (!arguments.isEmpty()) {
      throw new Refused("--arg is for programs: leave it out, or say --program NAME");
    }
    if (bits != null) {
      throw new Refused("--bits is for programs: leave it out, or say --program NAME");
    }
  }

  /** Returns the number of threads that run tapes side by side. */
  int tapes() {
    return tapes == null ? Math.toIntExact(arguments.getOrDefault("threads", 1L)) : tapes;
  }

  /** Returns the ready program that was named; empty if the program is a file. */
  Optional<ReadyProgram> ready() {
    return ProgramLanguages.ready(program);
  }

  /** Returns the name of the program or, without its folder, of the program's file. */
  String shortName() throws Refused {
    return ready().isPresent() ? program : String.valueOf(file().getFileName());
  }

  /** Returns {@link #shortName} with the arguments, such as {@code sort bits=32 n=10}. */
  String described() throws Refused {
    StringBuilder text = new StringBuilder(shortName());
    arguments.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.toString();
  }

  /**
   * Reads or compiles the program.
   *
   * @param field the field of a ready program, if the user gave one
   * @param parties the number of parties of a ready program
   */
  CompiledProgram read(Optional<String> field, int parties) throws MpcException {
    ProgramLanguage language = ProgramLanguages.only();
    Optional<ReadyProgram> ready = ready();
    if (ready.isPresent()) {
      return language.compile(
          ready.get().source(),
          new ProgramOptions(
              field.orElse(USUAL_FIELD),
              ready.get().second(),
              parties,
              Optional.ofNullable(bits).map(ProgramBits.mixed::equals),
              OptionalInt.empty(),
              arguments));
    }
    Path file = file();
    String hint = ProgramNames.hint(program);
    if (!hint.isEmpty() && !Files.exists(file)) {
      throw new BadFile("%s is no file and no ready program%s".formatted(program, hint));
    }
    if (!arguments.isEmpty() || bits != null) {
      throw new Refused(
          "%s is for ready programs, and %s is compiled already"
              .formatted(arguments.isEmpty() ? "--bits" : "--arg", program));
    }
    return language.read(file);
  }

  private Path file() throws Refused {
    try {
      return Path.of(program);
    } catch (InvalidPathException e) {
      throw new Refused("'%s' is no file and no ready program".formatted(program), e);
    }
  }
}
