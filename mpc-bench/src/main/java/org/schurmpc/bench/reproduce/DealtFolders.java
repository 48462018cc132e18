package org.schurmpc.bench.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.cli.compute.Dealing;
import org.schurmpc.cli.compute.DealtStores;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;

/** Fills the stores of a run by a dealer in this process. <b>Insecure</b>, like all dealers. */
public final class DealtFolders implements Study.Stores {
  @Override
  public void fill(EvaluationPlan plan, Path folder) throws MpcException {
    int parties = plan.job().parties();
    StoreAccess access = StoreAccess.ofEnvironment();
    List<StoreUse> uses = new ArrayList<>();
    for (Path store : stores(folder, parties)) {
      uses.add(new StoreUse(store, access, false));
    }
    DealtStores.write(
        Collections.nCopies(parties, Participant.UNKNOWN),
        new Dealing(plan.work().protocol(), plan.work().demand(), plan.allPasses()),
        uses,
        (there, wanted) -> {});
  }

  private static List<Path> stores(Path folder, int parties) {
    MaterialSource.Store source = new MaterialSource.Store(folder);
    List<Path> stores = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      stores.add(source.party(party));
    }
    return stores;
  }

  @Override
  public void destroy(EvaluationPlan plan, Path folder) throws MpcException {
    try {
      for (Path store : stores(folder, plan.job().parties())) {
        StoreDirectory.destroy(store, StoreAccess.defaultRecords());
        Files.deleteIfExists(store);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new BadFile("cannot delete the stores in " + folder + ": " + e.getMessage(), e);
    }
  }
}
