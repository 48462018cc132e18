package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.schurmpc.core.abort.BadFile;

/** Opens existing files, as {@link PlainFiles#open} does. Tests let writing and forcing fail. */
@FunctionalInterface
interface FileOpener {
  FileChannel open(Path file, StandardOpenOption... how) throws IOException, BadFile;
}
