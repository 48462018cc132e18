package org.schurmpc.cli.compute;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.KeptBinding;
import org.schurmpc.core.prep.disk.KeptState;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.program.ProgramMemory;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.Source;

/** Holds what a run of a program takes from this party's disk, or from a dealer. */
final class OpenSources implements AutoCloseable {
  private final ProgramRun run;
  private final List<Source> sources = new ArrayList<>();
  private ProgramMemory memory;
  private boolean handedOver;

  private OpenSources(ProgramRun run) {
    this.run = run;
  }

  /** Opens the source of each part, and the memory, before the parties connect. */
  static OpenSources open(ProgramRun run) throws MpcException {
    OpenSources opened = new OpenSources(run);
    boolean all = false;
    try {
      opened.openAll();
      all = true;
      return opened;
    } finally {
      if (!all) {
        opened.close();
      }
    }
  }

  private void openAll() throws MpcException {
    ProgramJob job = run.job();
    if (run.store().isPresent()) {
      openStores(run.store().get());
    } else if (job.dealer().isPresent()) {
      run.line()
          .callDealer(job.plan().parts().size())
          .forEach(dealer -> sources.add(new Source.Dealt(dealer)));
    } else {
      job.plan().parts().forEach(part -> sources.add(new Source.Own()));
    }
  }

  private void openStores(StoreUse store) throws MpcException {
    Refill refill = store.refill() ? Refill.onTheFly() : Refill.none();
    List<StoreDirectory> stores = new ArrayList<>();
    for (StoreUse use : run.job().stores(store)) {
      StoreDirectory directory = StoreDirectory.open(use.folder(), use.access());
      sources.add(new Source.Stored(directory, refill));
      directory.requireFits(run.purpose(stores.size(), directory));
      use.warnOfDealer(directory);
      stores.add(directory);
    }
    if (run.memory().isPresent()) {
      KeptBinding binding =
          KeptBinding.of(
              HexFormat.of().parseHex(run.job().program().digest()),
              stores,
              run.party(),
              run.job().program().parties(),
              run.purpose(0, stores.get(0)).certificates());
      MemoryUse use = run.memory().get();
      memory =
          new ProgramMemory(
              KeptState.openOrCreate(use.folder(), store.access(), binding), use.reset());
    }
  }

  /** Returns the memory with which the run goes on. */
  Optional<ProgramMemory> memory() {
    return Optional.ofNullable(memory);
  }

  /** Connects the parties, and returns a run that closes the sources of material. */
  OpenRun connect() throws MpcException {
    Network network = run.line().meet();
    handedOver = true; // closed with the run, or at once if the parties do not agree
    return run.job().plan().connect(network, sources);
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.state().close();
    }
    for (Source source : handedOver ? List.<Source>of() : sources) {
      if (source instanceof Source.Stored stored) {
        stored.store().close();
      } else if (source instanceof Source.Dealt dealt) {
        dealt.dealer().close();
      }
    }
  }
}
