package org.schurmpc.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** Reads what a party's job has written, without Spark. */
final class Results {
  private final Path folder;

  Results(Path folder) {
    this.folder = folder;
  }

  private List<Path> files(String pattern) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().matches(pattern)).sorted().toList();
    }
  }

  /** Returns the files of results. */
  List<Path> parts() throws IOException {
    return files("part-.*\\.parquet");
  }

  /** Returns the result of each key. */
  Map<Long, Boolean> rows() throws IOException {
    Map<Long, Boolean> rows = new HashMap<>();
    for (Path part : parts()) {
      try (ParquetReader<Group> reader =
          ParquetReader.builder(new GroupReadSupport(), new org.apache.hadoop.fs.Path(part.toUri()))
              .build()) {
        for (Group row = reader.read(); row != null; row = reader.read()) {
          long id = Long.parseLong(row.getValueToString(0, 0));
          Boolean before = rows.put(id, row.getBoolean("less", 0));
          if (before != null) {
            throw new AssertionError("row " + id + " is there twice");
          }
        }
      }
    }
    return rows;
  }

  /** Returns what the footer of a file of results says. */
  static Map<String, String> facts(Path part) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(
                new org.apache.hadoop.fs.Path(part.toUri()), new Configuration()))) {
      return reader.getFooter().getFileMetaData().getKeyValueMetaData();
    }
  }

  /**
   * Returns session and position of every evaluation of a chunk that was begun, of whatever
   * attempt. No two are the same, if nothing is used twice.
   */
  List<String> evaluations() throws IOException {
    List<String> all = new ArrayList<>();
    for (Path begun : files("_begin-.*")) {
      all.add(Files.readString(begun));
    }
    Set<String> different = new HashSet<>(all);
    if (different.size() < all.size()) {
      throw new AssertionError("material was used twice: " + all);
    }
    return all;
  }
}
