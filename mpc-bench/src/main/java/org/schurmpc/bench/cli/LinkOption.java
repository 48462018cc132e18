package org.schurmpc.bench.cli;

import org.schurmpc.bench.job.Line;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/** Defines the line that the connection between parties of one machine imitates. */
@HelpSection.In(HelpSection.CONNECTION)
final class LinkOption {
  @Option(
      names = "--link",
      paramLabel = "LINE",
      description =
          "Let the parties' connection imitate a line: 1gbit, 2gbit, wan, or rate and delay each "
              + "way, as 100mbit,5ms; default loopback as it is.")
  private String link;

  /** Returns the line; null for none. */
  Line line() throws Refused {
    return link == null ? null : Line.parse(link);
  }
}
