package org.schurmpc.cli.command;

import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.schurmpc.cli.data.PartyData;
import org.schurmpc.cli.data.ResultTables;
import org.schurmpc.cli.launch.ClassSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;

/**
 * Says where the inputs of a run come from and where its results go.
 *
 * @param classPath the drivers of databases; null for those of this program
 * @param run the name of the run, under which databases note it
 */
record DataUse(PartyData inputs, Optional<ResultTables> results, String classPath, String run) {
  ClassSource drivers() throws BadFile {
    return ClassSource.openOrOwn(classPath);
  }

  /** Checks that the results can be written, and says under which name. */
  void check(ClassLoader drivers, Consumer<String> notes) throws BadFile {
    if (results.isPresent()) {
      results.get().check(drivers, run);
      if (results.get().noted()) {
        notes.accept("the results are noted as run " + run);
      }
    }
  }

  /** Reads all inputs. */
  SortedMap<String, BigInteger[]> read(ClassLoader drivers, Consumer<String> notes)
      throws MpcException {
    return inputs.read(drivers, notes);
  }

  /** Writes the results. */
  void write(ClassLoader drivers, String digest, SortedMap<String, BigInteger[]> outputs)
      throws BadFile {
    if (results.isPresent()) {
      results.get().write(drivers, run, digest, outputs);
    }
  }
}
