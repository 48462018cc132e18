package org.schurmpc.cli.keys;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.OutputEncryptor;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfoBuilder;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * Generates a private key and its self-signed certificate, in two PEM files.
 *
 * @param folder the folder of the files
 * @param name the name of the files without extension, and the certificate's common name
 */
public record KeyFiles(Path folder, String name) {
  private static final int SERIAL_BITS = 127;

  /** Iterations of PBKDF2, as OWASP recommends for HMAC-SHA-256. */
  private static final int ITERATIONS = 600_000;

  /**
   * Time by which a certificate's validity begins before its generation: a new certificate is then
   * valid at peers whose clocks are behind.
   */
  private static final Duration EARLIER = Duration.ofHours(1);

  private static final String OWNER_ONLY = "rw-------";
  private static final String PUBLIC = "rw-r--r--";

  /**
   * Returns the files of a name in a folder, which need not exist.
   *
   * @throws Refused if the name contains characters that are not allowed
   */
  public static KeyFiles in(Path folder, String name) throws Refused {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new Refused(
          "a name has 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or"
              + " digit");
    }
    return new KeyFiles(folder, name);
  }

  /** Returns the file of the private key. */
  public Path key() {
    return folder.resolve(name + ".key");
  }

  /** Returns the file of the certificate. */
  public Path certificate() {
    return folder.resolve(name + ".crt");
  }

  /** Generates and writes key and certificate; the key is not encrypted. */
  public X509Certificate make(Duration validity, boolean force) throws BadFile, Refused {
    return make(validity, force, new char[0]);
  }

  /**
   * Requires that none of the files exists.
   *
   * @throws Refused if a file exists
   */
  public void requireNew() throws Refused {
    for (Path file : new Path[] {key(), certificate()}) {
      if (Files.exists(file)) {
        throw new Refused(file + " is there already: take another --name, or --force to overwrite");
      }
    }
  }

  /**
   * Generates and writes key and certificate. On failure, existing files stay as they were.
   *
   * @param validity the time for which the certificate is valid, from now
   * @param force whether existing files are overwritten
   * @param passphrase under which the key is encrypted; empty for a key that is not encrypted. The
   *     caller wipes it.
   * @throws Refused if a file exists and is not to be overwritten
   * @throws BadFile if a file cannot be written
   */
  public X509Certificate make(Duration validity, boolean force, char[] passphrase)
      throws BadFile, Refused {
    if (!force) {
      requireNew();
    }
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      X509Certificate made = selfSigned(pair, validity);
      byte[] encoded = pair.getPrivate().getEncoded();
      byte[] privatePem =
          passphrase.length == 0
              ? pem("PRIVATE KEY", encoded)
              : pem("ENCRYPTED PRIVATE KEY", encrypted(encoded, passphrase));
      write(privatePem, pem("CERTIFICATE", made.getEncoded()), force);
      return made;
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
      throw new IllegalStateException("this JVM makes no ECDSA certificates", e);
    }
  }

  private X509Certificate selfSigned(KeyPair pair, Duration validity)
      throws OperatorCreationException, CertIOException, GeneralSecurityException {
    X500Name subject = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build();
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            subject,
            new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE),
            Date.from(now.minus(EARLIER)),
            Date.from(now.plus(validity)),
            subject,
            pair.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  /**
   * Encrypts a key by PBES2 with PBKDF2, HMAC-SHA-256 and AES-256 in CBC mode (RFC 8018). Wipes the
   * plain key.
   */
  private static byte[] encrypted(byte[] encoded, char[] passphrase)
      throws OperatorCreationException {
    OutputEncryptor encryptor =
        new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
            .setProvider(new BouncyCastleProvider())
            .setPRF(PKCS8Generator.PRF_HMACSHA256)
            .setIterationCount(ITERATIONS)
            .setPassword(passphrase)
            .build();
    try {
      return new PKCS8EncryptedPrivateKeyInfoBuilder(encoded).build(encryptor).getEncoded();
    } catch (IOException e) {
      throw new IllegalStateException("this JVM encrypts no keys", e);
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }

  private static byte[] pem(String type, byte[] der) {
    byte[] newline = {'\n'};
    byte[] body = Base64.getMimeEncoder(64, newline).encode(der);
    Arrays.fill(der, (byte) 0);
    byte[] begin = ("-----BEGIN " + type + "-----\n").getBytes(StandardCharsets.US_ASCII);
    byte[] end = ("\n-----END " + type + "-----\n").getBytes(StandardCharsets.US_ASCII);
    byte[] all =
        ByteBuffer.allocate(begin.length + body.length + end.length)
            .put(begin)
            .put(body)
            .put(end)
            .array();
    Arrays.fill(body, (byte) 0);
    return all;
  }

  /**
   * Writes both files under temporary names first, so that existing files are replaced completely
   * or not at all. The certificate is moved before the key: the certificate is not secret, so it
   * can be restored if moving the key fails.
   */
  private void write(byte[] keyPem, byte[] certificatePem, boolean force) throws BadFile, Refused {
    Path keyDraft = draft(key());
    Path certificateDraft = draft(certificate());
    try {
      writeDraft(key(), keyPem, OWNER_ONLY);
      writeDraft(certificate(), certificatePem, PUBLIC);
      Optional<byte[]> old = force ? read(certificate()) : Optional.empty();
      move(certificate(), force);
      boolean moved = false;
      try {
        move(key(), force);
        moved = true;
      } finally {
        if (!moved) {
          putBack(old);
        }
      }
    } finally {
      Arrays.fill(keyPem, (byte) 0);
      deleteQuietly(keyDraft);
      deleteQuietly(certificateDraft);
    }
  }

  private static Path draft(Path file) {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  private static void writeDraft(Path file, byte[] content, String mode) throws BadFile {
    Path draft = draft(file);
    try {
      Files.deleteIfExists(draft);
      try (SeekableByteChannel out = create(draft, mode)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          out.write(buffer);
        }
      }
    } catch (IOException e) {
      throw new BadFile("cannot write " + draft + ": " + reason(e), e);
    }
  }

  private static void move(Path file, boolean force) throws BadFile, Refused {
    try {
      if (force) {
        Files.move(draft(file), file, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(draft(file), file);
      }
    } catch (FileAlreadyExistsException e) {
      throw new Refused(
          file + " is there already: take another --name, or --force to overwrite", e);
    } catch (IOException e) {
      throw new BadFile("cannot write " + file + ": " + reason(e), e);
    }
  }

  private static Optional<byte[]> read(Path file) throws BadFile {
    try {
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new BadFile("cannot replace " + file + ": " + reason(e), e);
    }
  }

  /** Restores the certificate that existed before; deletes the new one if none existed. */
  private void putBack(Optional<byte[]> old) throws BadFile {
    if (old.isPresent()) {
      writeDraft(certificate(), old.get(), PUBLIC);
      try {
        Files.move(draft(certificate()), certificate(), StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new BadFile("cannot write " + certificate() + ": " + reason(e), e);
      }
    } else {
      deleteQuietly(certificate());
    }
  }

  /**
   * Creates a file with its permissions set from the beginning, if the file system has POSIX
   * permissions.
   */
  private static SeekableByteChannel create(Path file, String mode) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return Files.newByteChannel(file, options);
    }
    FileAttribute<?> attribute =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
    return Files.newByteChannel(file, options, attribute);
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such folder";
    }
    return e instanceof AccessDeniedException ? "access denied" : String.valueOf(e.getMessage());
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The file stays: it is empty, public, or readable by its owner alone.
    }
  }
}
