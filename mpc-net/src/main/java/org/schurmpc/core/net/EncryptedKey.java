package org.schurmpc.core.net;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Decrypts private keys in the form of PKCS #8, encrypted by PBES2 (RFC 8018) with PBKDF2 and AES
 * in CBC mode, as {@code keygen} and {@code openssl pkcs8 -topk8 -v2 aes-256-cbc} write them. Other
 * methods, scrypt among them, are not supported. Passphrases are taken in UTF-8.
 */
final class EncryptedKey {
  /** Maximum number of iterations, so that a file cannot make this process compute for minutes. */
  private static final int MOST_ITERATIONS = 10_000_000;

  /** The names that the JDK gives to the supported methods. */
  private static final Pattern METHOD = Pattern.compile("PBEWith(HmacSHA\\d+)AndAES_(\\d+)");

  private EncryptedKey() {}

  /**
   * Decrypts a key.
   *
   * @param der the encrypted key
   * @param passphrase not wiped
   * @throws NoSuchAlgorithmException if the method of encryption is not supported
   * @throws GeneralSecurityException if the passphrase is another one
   */
  static PKCS8EncodedKeySpec decrypt(byte[] der, char[] passphrase)
      throws GeneralSecurityException {
    EncryptedPrivateKeyInfo info = parse(der);
    AlgorithmParameters parameters = info.getAlgParameters();
    Matcher method = METHOD.matcher(String.valueOf(parameters));
    if (!method.matches()) {
      throw new NoSuchAlgorithmException("not PBES2 with PBKDF2 and AES");
    }
    PBEParameterSpec derivation = parameters.getParameterSpec(PBEParameterSpec.class);
    if (derivation.getIterationCount() > MOST_ITERATIONS) {
      throw new NoSuchAlgorithmException("too many iterations");
    }
    PBEKeySpec secret =
        new PBEKeySpec(
            passphrase,
            derivation.getSalt(),
            derivation.getIterationCount(),
            Integer.parseInt(method.group(2)));
    byte[] key =
        SecretKeyFactory.getInstance("PBKDF2With" + method.group(1))
            .generateSecret(secret)
            .getEncoded();
    secret.clearPassword();
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
      cipher.init(
          Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), derivation.getParameterSpec());
      return new PKCS8EncodedKeySpec(cipher.doFinal(info.getEncryptedData()));
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  private static EncryptedPrivateKeyInfo parse(byte[] der) throws NoSuchAlgorithmException {
    try {
      return new EncryptedPrivateKeyInfo(der);
    } catch (IOException e) {
      throw new NoSuchAlgorithmException("not a known method of PKCS #8", e);
    }
  }
}
