package org.schurmpc.cli.data;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/** Reads descriptions of tables. The module mpc-data implements it. */
public interface DataFiles {
  /**
   * Reads a description. No table is read, and nothing is connected.
   *
   * @throws BadFile naming the file and the key that is wrong
   */
  DataFile read(Path file) throws BadFile;

  /**
   * Returns the implementation on the class path.
   *
   * @throws Refused if there is none
   */
  static DataFiles only() throws Refused {
    List<DataFiles> all =
        ServiceLoader.load(DataFiles.class).stream().map(ServiceLoader.Provider::get).toList();
    if (all.isEmpty()) {
      throw new Refused("no module that reads tables is on the class path: mpc-data is one");
    }
    return all.get(0);
  }
}
