package org.schurmpc.cli.command;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Fields;

/**
 * Finds the stores in a folder: the folder itself, and of a program over two fields, a store for
 * each field, in a folder that is named after the field.
 */
final class StoreFolders {
  private static final String BATCH = "batch-";

  private StoreFolders() {}

  /** Does something with a store. */
  @FunctionalInterface
  interface Action {
    /** Acts on the store in a folder. */
    void on(Path store) throws MpcException;
  }

  /**
   * Returns the stores in a folder, by name; the folder itself first if it holds batches, and alone
   * if there are no stores in it.
   *
   * @throws BadFile if the folder cannot be read
   */
  static List<Path> in(Path folder) throws BadFile {
    if (!Files.isDirectory(folder)) {
      return List.of(folder);
    }
    List<Path> stores = new ArrayList<>();
    boolean itself;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      itself = holdsBatches(folder);
      for (Path entry : entries) {
        if (isField(entry.getFileName().toString()) && holdsBatches(entry)) {
          stores.add(entry);
        }
      }
    } catch (IOException e) {
      throw new BadFile("cannot read " + folder + ": " + e.getMessage(), e);
    }
    Collections.sort(stores);
    if (itself || stores.isEmpty()) {
      stores.add(0, folder);
    }
    return stores;
  }

  private static boolean isField(String name) {
    try {
      return Fields.named(name).name().equals(name);
    } catch (Refused e) {
      return false;
    }
  }

  private static boolean holdsBatches(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (DirectoryStream<Path> batches = Files.newDirectoryStream(folder, BATCH + "*")) {
      return batches.iterator().hasNext();
    }
  }

  /**
   * Acts on all stores in a folder, one after the other, also on those behind one that fails.
   *
   * @throws MpcException the first failure
   */
  static void forEach(Path folder, Action action) throws MpcException {
    MpcException first = null;
    for (Path store : in(folder)) {
      try {
        action.on(store);
      } catch (MpcException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
