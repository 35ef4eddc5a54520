-- What a server gave to answer "unchanged" the next time says nothing to another server, which may
-- know another record under the same words.
CREATE TRIGGER accounts_forget_validators AFTER UPDATE OF source, endpoint ON accounts
WHEN NEW.source IS NOT OLD.source OR NEW.endpoint IS NOT OLD.endpoint
BEGIN
  UPDATE books SET validators = NULL WHERE account = NEW.id AND validators IS NOT NULL;
END;
