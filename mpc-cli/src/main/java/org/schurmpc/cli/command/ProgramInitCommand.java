package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code program init}: makes a Maven project with a program, its test and tables. */
@Command(
    name = "init",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Makes a Maven project with a program of two parties, a test that runs it in the clear, tables"
          + " for a trial, and a README with the commands from there on."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar program init below",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 the folder cannot be written, or has something in it."
    })
final class ProgramInitCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,39}");

  private final PrintStream out;

  @Parameters(paramLabel = "DIR", description = "The folder of the project; new, or empty.")
  private Path folder;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of the program's class; default the folder's name.")
  private String name;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ProgramInitCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws MpcException {
    String given = name == null ? String.valueOf(folder.toAbsolutePath().getFileName()) : name;
    String letters = name == null ? given.replaceAll("[^A-Za-z0-9]", "") : given;
    if (!NAME.matcher(letters).matches()) {
      throw new Refused(
          "'%s' gives the class no name: say --name with a letter first, then letters and digits"
              .formatted(given));
    }
    String type = letters.substring(0, 1).toUpperCase(Locale.ROOT) + letters.substring(1);
    Map<String, String> values = new TreeMap<>();
    values.put("@Name@", type);
    values.put("@name@", type.toLowerCase(Locale.ROOT));
    try {
      Properties versions = new Properties();
      versions.load(new StringReader(resource("init.properties")));
      versions
          .stringPropertyNames()
          .forEach(key -> values.put("@" + key + "@", versions.getProperty(key)));
      requireEmpty();
      write("pom.xml", "pom.xml", values);
      write("README.md", "README.md", values);
      write("mine.csv", "mine.csv", values);
      write("yours.csv", "yours.csv", values);
      write("Program.java.txt", "src/main/java/example/" + type + ".java", values);
      write("ProgramTest.java.txt", "src/test/java/example/" + type + "Test.java", values);
    } catch (IOException e) {
      throw new BadFile("%s cannot be written: %s".formatted(folder, e.getMessage()), e);
    }
    out.printf("project  %s%n", folder);
    out.printf("program  example.%s%n", type);
    out.printf("next     %s%n", folder.resolve("README.md"));
    return 0;
  }

  private void requireEmpty() throws IOException, BadFile {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new BadFile(folder + " is no folder");
    }
    Files.createDirectories(folder);
    try (Stream<Path> there = Files.list(folder)) {
      if (there.findAny().isPresent()) {
        throw new BadFile(folder + " has something in it: name a new folder");
      }
    }
  }

  private void write(String from, String to, Map<String, String> values) throws IOException {
    String text = resource(from);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace(value.getKey(), value.getValue());
    }
    Path file = folder.resolve(to);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ProgramInitCommand.class.getResourceAsStream("init/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
