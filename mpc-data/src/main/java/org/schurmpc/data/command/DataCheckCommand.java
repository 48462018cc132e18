package org.schurmpc.data.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.launch.ClassSource;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.DataConfig;
import org.schurmpc.data.config.Place;
import org.schurmpc.data.config.SourceTable;
import org.schurmpc.data.schema.Column;
import org.schurmpc.data.schema.ColumnType;
import org.schurmpc.data.schema.TableContent;
import org.schurmpc.data.source.TableReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code data check}: reads tables, and says what a program would get. */
@Command(
    name = "check",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Reads the tables of a description, and prints their types, the number of rows and of missing"
          + " values, how wide the widest values are, and the arguments of programs that follow.",
      "What it prints on rows is for the owner of the tables alone: in a run, nobody learns it."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar data check --config data.toml --class-path postgresql.jar",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 a bad file, or a table that does not fit or cannot be"
          + " read."
    })
final class DataCheckCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The description of the tables.")
  private Path file;

  @Option(
      names = "--class-path",
      paramLabel = "JAR[:JAR]",
      description = "The jars of the drivers of databases.")
  private String classPath;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  DataCheckCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws BadFile {
    DataConfig config = DataConfig.read(file);
    try (ClassSource drivers = ClassSource.openOrOwn(classPath)) {
      for (SourceTable table : config.tables()) {
        print(table, drivers.loader());
      }
    }
    config.arguments().forEach((name, value) -> out.printf("argument %s = %d%n", name, value));
    return 0;
  }

  private void print(SourceTable table, ClassLoader drivers) throws BadFile {
    boolean here = !(table.place() instanceof Place.Elsewhere);
    TableContent content = here ? TableReader.read(table, drivers, err::println) : null;
    out.printf(
        "table %s, %s%s%n",
        table.schema().name(),
        Counts.of(table.schema().rows(), "row"),
        here ? " of capacity, of which %,d are used".formatted(content.rows()) : " of another");
    List<Column> columns = table.schema().columns();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      ColumnType type = column.type();
      StringBuilder line = new StringBuilder();
      line.append("  %s, %s".formatted(column.name(), Printable.line(type.describe())));
      if (column.nullable() && here) {
        line.append("; %,d missing".formatted(content.nulls(i)));
      }
      if (here && content.rows() > content.nulls(i)) {
        line.append("; widest %d %s".formatted(content.widest(i), type.widthUnit()));
      }
      out.println(line);
    }
  }
}
