Answers are the same behind nginx. `.ci/service` installs it and runs this.

  $ . tests/service/functions.sh; front=$(free_port)
  > sed "s/127.0.0.1:8080/127.0.0.1:$port/; s/listen 80;/listen 127.0.0.1:$front;/" $deploy/nginx.conf >site.conf
  > cat >nginx.conf <<CONF
  > daemon off;
  > pid $PWD/nginx.pid;
  > events {}
  > http {
  >     access_log off;
  >     client_body_temp_path $PWD/body;
  >     proxy_temp_path $PWD/proxy;
  >     fastcgi_temp_path $PWD/fastcgi;
  >     uwsgi_temp_path $PWD/uwsgi;
  >     scgi_temp_path $PWD/scgi;
  >     include $PWD/site.conf;
  > }
  > CONF
  > chmod 755 .; nginx -p $PWD -e $PWD/error.log -c $PWD/nginx.conf & nginx=$!
  > wait_for http://127.0.0.1:$front
  > ask http://127.0.0.1:$front | diff expected - && echo "the same"
  > kill $server $nginx; wait
  the same
