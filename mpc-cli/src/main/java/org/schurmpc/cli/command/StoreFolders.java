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
 * Finds the stores in a folder: of a program over two fields, a store for each field, in a folder
 * that is named after the field.
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
   * Returns the stores in a folder, by name; the folder itself if there are none in it.
   *
   * @throws BadFile if the folder cannot be read
   */
  static List<Path> in(Path folder) throws BadFile {
    if (!Files.isDirectory(folder)) {
      return List.of(folder);
    }
    List<Path> stores = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (isField(entry.getFileName().toString()) && holdsBatches(entry)) {
          stores.add(entry);
        }
      }
    } catch (IOException e) {
      throw new BadFile("cannot read " + folder + ": " + e.getMessage(), e);
    }
    Collections.sort(stores);
    return stores.isEmpty() ? List.of(folder) : stores;
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

  /** Acts on all stores in a folder, one after the other. */
  static void forEach(Path folder, Action action) throws MpcException {
    for (Path store : in(folder)) {
      action.on(store);
    }
  }
}
