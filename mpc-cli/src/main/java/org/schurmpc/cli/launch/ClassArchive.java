package org.schurmpc.cli.launch;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * The archive of loaded classes (class-data sharing) of one jar and one JVM, which a JVM maps into
 * memory instead of reading and verifying classes. The name has the length of the jar and a
 * checksum of its table of contents, which has a checksum of each class, the version of the JVM and
 * a hash of both paths, so another jar or JVM has another archive. The JVM compares no more than
 * length and time of the jar, and its own version.
 *
 * <p>An archive holds code. Its folder must belong to the user and be closed to writes by others,
 * and so must the folders above it, of which some may belong to the administrator.
 *
 * @param folder the folder of all archives of this user
 * @param name the file's name without extension
 * @param java the home of the JVM
 * @param jar the absolute path of the jar
 */
record ClassArchive(Path folder, String name, Path java, Path jar) {
  private static final String PLACE = "schur-mpc";

  /** Bytes at the end of a jar that contain its table of contents, up to some 50,000 entries. */
  private static final int TABLE_BYTES = 1 << 22;

  /** Bit of a folder's mode with which only their owners remove or rename the files in it. */
  private static final int STICKY = 01000;

  private static final int WRITABLE = 0022;

  /** Belongs to the user of this process, on Linux. */
  private static final Path PROCESS = Path.of("/proc/self");

  /**
   * Returns the archive of a jar on the JVM of this process, in the user's folder for caches.
   *
   * @param environment the environment, which may name the folder for caches
   * @throws IOException if the jar cannot be read, the user has no folder for caches, or a path has
   *     the character that separates paths in options
   */
  static ClassArchive of(Path jar, Map<String, String> environment) throws IOException {
    Path java = Path.of(System.getProperty("java.home"));
    Path folder = resolved(folder(environment, System.getProperty("user.home")));
    ClassArchive archive = of(folder, jar, java, Runtime.version());
    if (!folder.isAbsolute()
        || folder.toString().contains(File.pathSeparator)
        || archive.jar.toString().contains(File.pathSeparator)) {
      throw new IOException("no archive of classes at " + folder + " of " + archive.jar);
    }
    return archive;
  }

  static ClassArchive of(Path folder, Path jar, Path java, Runtime.Version version)
      throws IOException {
    Path absolute = jar.toAbsolutePath();
    BasicFileAttributes file = Files.readAttributes(absolute, BasicFileAttributes.class);
    int paths = (absolute + File.pathSeparator + java).hashCode();
    String name =
        "classes-"
            + version
            + "-"
            + file.size()
            + "-"
            + file.lastModifiedTime().toMillis()
            + "-"
            + hex(table(absolute))
            + "-"
            + hex(Integer.toUnsignedLong(paths));
    return new ClassArchive(folder, name, java, absolute);
  }

  private static String hex(long word) {
    String digits = Long.toHexString(word);
    return "0".repeat(8 - digits.length()) + digits;
  }

  /** Returns a checksum of a jar's table of contents. */
  private static long table(Path jar) throws IOException {
    try (FileChannel file = FileChannel.open(jar)) {
      long size = file.size();
      ByteBuffer end = ByteBuffer.allocate((int) Math.min(size, TABLE_BYTES));
      file.position(size - end.capacity());
      while (end.hasRemaining() && file.read(end) >= 0) {
        // Reads on.
      }
      CRC32 checksum = new CRC32();
      checksum.update(end.flip());
      return checksum.getValue();
    }
  }

  /** Returns the folder that an environment names for caches; relative paths are ignored. */
  static Path folder(Map<String, String> environment, String home) {
    Path caches = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
    return (caches.isAbsolute() ? caches : Path.of(home, ".cache")).resolve(PLACE);
  }

  /** Returns a folder with the links above it resolved, as far as it exists. */
  private static Path resolved(Path folder) throws IOException {
    Path above = folder.getParent();
    return Files.isDirectory(above) ? above.toRealPath().resolve(PLACE) : folder;
  }

  /** Returns the archive's file. */
  Path file() {
    return folder.resolve(name + ".jsa");
  }

  /** Returns the file that exists while the archive is being made. */
  Path making() {
    return folder.resolve(name + ".making");
  }

  /** Returns whether the archive has been made. */
  boolean exists() {
    return Files.exists(file(), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns a sentence that says why code in the folder cannot be trusted; empty if it can. Folder
   * and archive must belong to the user of this process, be no links, and be closed to writes by
   * the group and others, and nobody but the user and the administrator may exchange the folder.
   */
  Optional<String> distrust() {
    try {
      Optional<String> reason = distrustAbove();
      if (reason.isEmpty()) {
        reason = distrust(folder, true);
      }
      return reason.isPresent() || !exists() ? reason : distrust(file(), false);
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of("the owner of " + folder + " cannot be read");
    }
  }

  /** Checks the folders above that of the archive, with links resolved. */
  private Optional<String> distrustAbove() throws IOException {
    Path above = folder.getParent().toRealPath();
    if (!folder.getParent().equals(above)) {
      return Optional.of(folder + " is behind a link");
    }
    for (Path each = above; each != null; each = each.getParent()) {
      PosixFileAttributes file = Files.readAttributes(each, PosixFileAttributes.class);
      int mode = (int) Files.getAttribute(each, "unix:mode");
      boolean trusted = isUser(file.owner()) || (int) Files.getAttribute(each, "unix:uid") == 0;
      boolean shared = (mode & WRITABLE) != 0 && (mode & STICKY) == 0;
      if (!trusted || shared) {
        return Optional.of("others than its owner can exchange what is in " + each);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> distrust(Path path, boolean isFolder) throws IOException {
    PosixFileAttributes file =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Set<PosixFilePermission> open = file.permissions();
    if (!(isFolder ? file.isDirectory() : file.isRegularFile())) {
      return Optional.of(path + " is a link or of another kind");
    }
    if (!isUser(file.owner())) {
      return Optional.of(path + " belongs to another user");
    }
    return open.contains(PosixFilePermission.GROUP_WRITE)
            || open.contains(PosixFilePermission.OTHERS_WRITE)
        ? Optional.of(path + " can be written by others than its owner")
        : Optional.empty();
  }

  private static boolean isUser(UserPrincipal owner) throws IOException {
    return Files.exists(PROCESS)
        ? owner.equals(Files.getOwner(PROCESS))
        : owner.getName().equals(System.getProperty("user.name"));
  }

  /** Returns the beginning of the command line that runs a main class of the jar. */
  List<String> command(List<String> further, String mainClass) {
    List<String> line = new ArrayList<>();
    line.add(java.resolve("bin/java").toString());
    line.addAll(ShortWork.options());
    line.addAll(further);
    line.addAll(ShownName.options());
    line.addAll(List.of("-cp", jar.toString(), mainClass));
    return line;
  }
}
