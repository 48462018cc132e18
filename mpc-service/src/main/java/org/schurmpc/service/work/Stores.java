package org.schurmpc.service.work;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.state.Meter;

/**
 * Holds the stores of all stocks open while a service runs: kept sets hear of every session's
 * checks, and no other program uses a store meanwhile.
 */
public final class Stores implements AutoCloseable {
  private final Map<String, StoreDirectory> stores = new LinkedHashMap<>(); // by stock

  private Stores() {}

  /**
   * Opens the stores of stocks, or creates them where nothing exists yet.
   *
   * @param stocks by name
   * @throws MpcException as {@link StoreDirectory#openOrCreate}; then none is open
   */
  public static Stores open(Map<String, Stock> stocks, StoreAccess access) throws MpcException {
    Stores stores = new Stores();
    boolean open = false;
    try {
      for (Map.Entry<String, Stock> each : stocks.entrySet()) {
        stores.stores.put(
            each.getKey(), StoreDirectory.openOrCreate(each.getValue().store(), access));
      }
      open = true;
      return stores;
    } finally {
      if (!open) {
        stores.close();
      }
    }
  }

  /**
   * Requires that nobody knows any of the material.
   *
   * @throws Refused naming a store with material of a dealer, or below the floor of security
   */
  public void requireSecure() throws Refused {
    for (StoreDirectory store : stores.values()) {
      if (store.insecure()) {
        throw new Refused(
            store.folder() + " has material that somebody else knows: a service takes none");
      }
    }
  }

  /** Returns the store of a stock. */
  StoreDirectory of(String stock) {
    return stores.get(stock);
  }

  /**
   * Counts the stores whose keys were found destroyed when they were opened: each loss once, since
   * the next start finds it noted.
   */
  void countLost(Meter meter) {
    for (StoreDirectory store : stores.values()) {
      store.lostKeys().ifPresent(why -> meter.keyLost(cause(why)));
    }
  }

  private static String cause(Destruction why) {
    return switch (why) {
      case CHECK -> "check";
      case PENDING -> "kill";
      case RESTARTED -> "restart";
      case UNMARKED -> "record";
    };
  }

  /** Returns all stores, for kept sets. */
  public List<StoreDirectory> all() {
    return List.copyOf(stores.values());
  }

  /** Closes all stores; a store in which no check is under way is as safe as before its use. */
  @Override
  public void close() {
    stores.values().forEach(StoreDirectory::close);
  }
}
