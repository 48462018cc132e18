package org.schurmpc.bench.cli;

import org.schurmpc.bench.control.Release;
import org.schurmpc.cli.launch.ShownName;
import picocli.CommandLine.IVersionProvider;

/** Reads the version from the jar's manifest. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  /** Returns name and version in one line. */
  static String text() {
    return ShownName.or(BenchCommands.NAME) + " " + Release.version();
  }
}
