package org.schurmpc.data;

import java.nio.file.Path;
import org.schurmpc.cli.data.DataFile;
import org.schurmpc.cli.data.DataFiles;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.DataConfig;

/** Reads descriptions of tables, for the commands, which find this class by the service loader. */
public final class TablesOfFiles implements DataFiles {
  @Override
  public DataFile read(Path file) throws BadFile {
    return new DescribedTables(DataConfig.read(file));
  }
}
