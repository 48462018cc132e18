package org.schurmpc.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.bench.cli.BenchCommands;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.launch.ShownName;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the completion script and the man pages, as AsciiDoc, of all commands. */
public final class Documents {
  private Documents() {}

  /**
   * Writes {@code NAME.bash} and a folder {@code asciidoc} into a folder.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    CommandLine commands =
        new CommandLineProgram(new BenchCommands()).assemble(System.out, System.err);
    String name = ShownName.or(BenchCommands.NAME);
    Files.writeString(folder.resolve(name + ".bash"), AutoComplete.bash(name, commands));
    int code =
        ManPageGenerator.generateManPage(
            folder.resolve("asciidoc").toFile(),
            null,
            new boolean[0],
            false,
            commands.getCommandSpec());
    if (code != 0) {
      throw new IOException("picocli wrote no man pages: exit code " + code);
    }
  }
}
