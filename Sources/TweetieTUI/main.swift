print("tweetie")
