package org.schurmpc.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.service.state.StateLog;

/**
 * A log in plain files: durable, with groups that are there as a whole or not at all, and neither
 * encrypted nor safe from roll-back. Can be told to fail as a full disk does.
 */
public final class FileLog implements StateLog, AutoCloseable {
  private static final String END = ".";

  private final Path folder;
  private final Replay replay;
  private final FileChannel journal;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private volatile boolean full;
  private volatile boolean unreadable;
  private volatile boolean writable = true;

  public FileLog(Path folder, Replay replay) throws BadFile {
    this.folder = folder;
    this.replay = replay;
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve("journal");
      long end = Files.exists(file) ? replayAll(file) : 0;
      journal = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      journal.truncate(end);
      journal.position(end);
    } catch (IOException e) {
      throw new BadFile("cannot open the journal: " + e.getMessage(), e);
    }
  }

  /** Applies whole groups; returns where the last one ends. */
  private long replayAll(Path file) throws IOException {
    long end = 0;
    long at = 0;
    List<String> group = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      at += line.getBytes(StandardCharsets.UTF_8).length + 1;
      if (line.equals(END)) {
        group.forEach(replay::apply);
        group.clear();
        end = at;
      } else {
        group.add(line);
      }
    }
    return end;
  }

  /** Fails all writing from now on, or no longer. */
  public void setFull(boolean now) {
    full = now;
  }

  /** Fails the reading of blobs from now on, or no longer. */
  public void setUnreadable(boolean now) {
    unreadable = now;
  }

  /** Writes a checkpoint in place of all entries so far. */
  public void checkpoint() throws Exception {
    thread
        .submit(
            () -> {
              StringBuilder text = new StringBuilder();
              for (Iterator<String> lines = replay.state(); lines.hasNext(); ) {
                text.append(lines.next()).append('\n');
              }
              text.append(END).append('\n');
              journal.truncate(0);
              journal.position(0);
              write(text.toString());
              return null;
            })
        .get();
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      journal.write(bytes);
    }
    journal.force(false);
  }

  private interface Task<T> {
    T run() throws IOException;
  }

  private <T> CompletableFuture<T> later(boolean writing, Task<T> task) {
    CompletableFuture<T> future = new CompletableFuture<>();
    thread.execute(
        () -> {
          try {
            if (writing && full) {
              writable = false;
              throw new IOException("No space left on device");
            }
            T value = task.run();
            writable |= writing;
            future.complete(value);
          } catch (IOException | RuntimeException e) {
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  @Override
  public CompletableFuture<Void> note(String... entries) {
    for (String entry : entries) {
      if (entry.indexOf('\n') >= 0 || entry.equals(END)) {
        throw new IllegalArgumentException(entry);
      }
    }
    return later(
        true,
        () -> {
          write(String.join("\n", entries) + "\n" + END + "\n");
          for (String entry : entries) {
            replay.apply(entry);
          }
          return null;
        });
  }

  @Override
  public CompletableFuture<String> put(byte[] content) {
    byte[] copy = content.clone();
    return later(
        true,
        () -> {
          String name = UUID.randomUUID().toString();
          Files.write(folder.resolve(name), copy);
          return name;
        });
  }

  @Override
  public CompletableFuture<byte[]> get(String blob) {
    return later(
        false,
        () -> {
          if (unreadable) {
            throw new IOException("Input/output error");
          }
          return Files.readAllBytes(folder.resolve(blob));
        });
  }

  @Override
  public CompletableFuture<Void> wipe(String blob) {
    return later(
        false,
        () -> {
          Files.deleteIfExists(folder.resolve(blob));
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> wipeAllBut(Collection<String> blobs) {
    return later(
        false,
        () -> {
          for (String each : names()) {
            if (!blobs.contains(each)) {
              Files.delete(folder.resolve(each));
            }
          }
          return null;
        });
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("journal"))
          .toList();
    }
  }

  /** Returns the contents of all blobs, once what was asked before is done. */
  public List<byte[]> blobs() throws Exception {
    return thread
        .submit(
            () -> {
              List<byte[]> all = new ArrayList<>();
              for (String name : names()) {
                all.add(Files.readAllBytes(folder.resolve(name)));
              }
              return all;
            })
        .get();
  }

  @Override
  public long bytes() {
    try {
      return Files.size(folder.resolve("journal"));
    } catch (IOException e) {
      return -1;
    }
  }

  @Override
  public boolean isWritable() {
    return writable;
  }

  @Override
  public void close() throws IOException {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IOException("the log does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    journal.close();
  }
}
